#!/usr/bin/env bash
# Practice on one node, vLLM beside the trainer on every GPU.
#
#   scripts/launch/one_node.sh                                        # configs/rl/qwen3vl_8b.yaml, ZeRO-3, all GPUs
#   ACCELERATE=configs/accelerate/fsdp2.yaml scripts/launch/one_node.sh configs/rl/qwen3vl_8b.yaml --max_steps 100
#   scripts/launch/one_node.sh configs/rl/qwen3vl_8b_grpo_lora.yaml   # with ACCELERATE=configs/accelerate/zero2.yaml GPUS=4
#
# The first argument is the run's YAML file, what follows goes to train/rl.py. Started again, a run goes on from its last
# checkpoint. GPUS is how many to use; DRY_RUN=1 prints the command and stops.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
config=${1:-configs/rl/qwen3vl_8b.yaml}
[ $# -eq 0 ] || shift
accelerate=${ACCELERATE:-configs/accelerate/zero3.yaml}
for file in "$config" "$accelerate"; do
    [ -f "$file" ] || { echo "error: $file is not there" >&2; exit 2; }
done
gpus=${GPUS:-$(nvidia-smi --list-gpus 2>/dev/null | wc -l || true)}
[[ "$gpus" =~ ^[0-9]+$ ]] || { echo "error: GPUS: $gpus is no number" >&2; exit 2; }
[ "$gpus" -gt 0 ] || { echo "error: no GPU found; set GPUS" >&2; exit 2; }
command=(
    .venv/bin/accelerate launch --config_file "$accelerate" --num_processes "$gpus"
    train/rl.py --config "$config" --resume_from_checkpoint true "$@"
)
if [ -n "${DRY_RUN:-}" ]; then
    printf '%q ' "${command[@]}"
    echo
    exit 0
fi
exec "${command[@]}"
