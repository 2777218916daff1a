"""Prints the devices of a fleet, with their drivers, and how many tests wait for them.

    BUILDGRID/bin/python status.py HOST:PORT [--token FILE] [--certificates FOLDER]

The lines come from the server alone, so that they show what Bazel would meet: a worker is here only while it answers.
FOLDER has ca.crt, client.crt and client.key, for a server with TLS.
"""

import argparse
import pathlib
import sys

import grpc
from buildgrid._protos.build.buildgrid import introspection_pb2, introspection_pb2_grpc
from buildgrid._protos.google.longrunning import operations_pb2, operations_pb2_grpc


def open_channel(args):
    if args.certificates is None:
        return grpc.insecure_channel(args.server)
    files = [(args.certificates / name).read_bytes() for name in ("ca.crt", "client.key", "client.crt")]
    return grpc.secure_channel(args.server, grpc.ssl_channel_credentials(*files))


def waiting(operations, metadata, device):
    of_device = f" & platform = {device.replace('=', ':')}" if device else ""
    request = operations_pb2.ListOperationsRequest(filter="stage = QUEUED" + of_device, page_size=1000)
    return len(operations.ListOperations(request, metadata=metadata).operations)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", metavar="HOST:PORT")
    parser.add_argument("--token", type=pathlib.Path)
    parser.add_argument("--certificates", type=pathlib.Path)
    args = parser.parse_args()
    metadata = []
    if args.token is not None:
        metadata.append(("authorization", f"Bearer {args.token.read_text().strip()}"))
    channel = open_channel(args)
    operations = operations_pb2_grpc.OperationsStub(channel)
    request = introspection_pb2.ListWorkersRequest()
    try:
        workers = introspection_pb2_grpc.IntrospectionStub(channel).ListWorkers(request, metadata=metadata).workers
        # worker.sh names a worker by its properties.
        for worker in sorted(workers, key=lambda worker: worker.worker_name):
            doing = "runs a test" if worker.operations else "idle"
            print(f"{worker.worker_name}: {doing}")
        served = {worker.worker_name.split()[0] for worker in workers}
        for device in sorted(served):
            print(f"{device}: {waiting(operations, metadata, device)} tests wait")
        print(f"all: {waiting(operations, metadata, None)} tests wait")
    except grpc.RpcError as error:
        sys.exit(f"status.py: {args.server}: {error.code().name}: {error.details()}")


if __name__ == "__main__":
    main()
