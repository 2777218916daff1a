// Copies of a shape of forward progress, which compute nothing: what shows is
// whether each group comes to its end and each wait is met. The seats of the
// groups are the payload, and lib/run_progress.cl reads them.
