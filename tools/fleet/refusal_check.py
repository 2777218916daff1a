"""Calls each service of a fleet's server as another user of its machine would. Exit code 1 if one call is taken.

    BUILDGRID/bin/python refusal_check.py HOST:PORT
"""

import sys

import grpc
import jwt
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as execution_grpc
from buildgrid._protos.build.buildgrid import introspection_pb2, introspection_pb2_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc
from buildgrid._protos.google.longrunning import operations_pb2, operations_pb2_grpc

DIGEST = execution.Digest(hash="0" * 64, size_bytes=1)
FORGED = jwt.encode({"exp": 2**40}, "0" * 64, algorithm="HS256")
EXPIRED = jwt.encode({"exp": 1}, "0" * 64, algorithm="HS256")
UNSIGNED = jwt.encode({"exp": 2**40}, None, algorithm="none")


def calls(channel):
    """Name, method and request of each call that reads, writes or runs something."""
    cas = execution_grpc.ContentAddressableStorageStub(channel)
    cache = execution_grpc.ActionCacheStub(channel)
    stream = bytestream_pb2_grpc.ByteStreamStub(channel)
    yield "Execute", execution_grpc.ExecutionStub(channel).Execute, execution.ExecuteRequest(action_digest=DIGEST)
    yield "FindMissingBlobs", cas.FindMissingBlobs, execution.FindMissingBlobsRequest(blob_digests=[DIGEST])
    yield "BatchUpdateBlobs", cas.BatchUpdateBlobs, execution.BatchUpdateBlobsRequest()
    yield "BatchReadBlobs", cas.BatchReadBlobs, execution.BatchReadBlobsRequest(digests=[DIGEST])
    yield "GetTree", cas.GetTree, execution.GetTreeRequest(root_digest=DIGEST)
    yield "Read", stream.Read, bytestream_pb2.ReadRequest(resource_name=f"blobs/{'0' * 64}/1")
    yield "Write", stream.Write, iter([bytestream_pb2.WriteRequest(
        resource_name=f"uploads/00000000-0000-4000-8000-000000000000/blobs/{'0' * 64}/1", data=b"0", finish_write=True)])
    yield "GetActionResult", cache.GetActionResult, execution.GetActionResultRequest(action_digest=DIGEST)
    yield "UpdateActionResult", cache.UpdateActionResult, execution.UpdateActionResultRequest(action_digest=DIGEST)
    yield "CreateBotSession", bots_pb2_grpc.BotsStub(channel).CreateBotSession, bots_pb2.CreateBotSessionRequest()
    yield "ListOperations", operations_pb2_grpc.OperationsStub(channel).ListOperations, (
        operations_pb2.ListOperationsRequest())
    yield "ListWorkers", introspection_pb2_grpc.IntrospectionStub(channel).ListWorkers, (
        introspection_pb2.ListWorkersRequest())


def refusal(method, request, metadata):
    try:
        answer = method(request, metadata=metadata, timeout=30)
        for _ in answer if isinstance(answer, grpc.Call) and hasattr(answer, "__next__") else []:
            pass
    except grpc.RpcError as error:
        return error.code()
    return grpc.StatusCode.OK


def main():
    taken = 0
    for what, token in (("no", None), ("a forged", FORGED), ("an expired", EXPIRED), ("an unsigned", UNSIGNED)):
        metadata = [("authorization", f"Bearer {token}")] if token else []
        for name, method, request in calls(grpc.insecure_channel(sys.argv[1])):
            code = refusal(method, request, metadata)
            if code not in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED):
                print(f"{name} with {what} token: {code.name}")
                taken += 1
    sys.exit(min(taken, 1))


if __name__ == "__main__":
    main()
