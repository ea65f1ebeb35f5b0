#!/usr/bin/env bash
# A vLLM server that `rollout_engine: server` can ask and push weights to.
#
#   scripts/launch/serve_policy.sh MODEL [further flags of vLLM, such as --tensor-parallel-size 2]
#
# PORT (8000) is where it listens, on HOST (all addresses). Its doors for developers are open to whoever reaches the port:
# keep it inside a cluster's own network. The first five flags are what train/engines/ relies on.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 MODEL [flags of vLLM]" >&2; exit 2; }
model=$1
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export VLLM_SERVER_DEV_MODE=1 HF_HUB_DISABLE_TELEMETRY=1 VLLM_NO_USAGE_STATS=1
export PYTHONPATH="$root${PYTHONPATH:+:$PYTHONPATH}"
command=(
    "${PYTHON:-$root/.venv/bin/python}" -m vllm.entrypoints.launchers.api_server.entry
    --enable-scale-out # the token-in, token-out door
    --logprobs-mode processed_logprobs # of the tempered distribution, forbidden tokens taken out
    --generation-config vllm # no sampling defaults from the model folder
    --worker-extension-cls train.engines.weight_receiver.WeightReceiver
    --middleware train.engines.server_stamp.ServerStamp
    --model "$model" --host "${HOST:-0.0.0.0}" --port "${PORT:-8000}"
    --disable-uvicorn-access-log
    "$@"
)
if [ -n "${DRY_RUN:-}" ]; then
    printf '%q ' "${command[@]}"
    echo
    exit 0
fi
exec "${command[@]}"
