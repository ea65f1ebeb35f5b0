#!/usr/bin/env bash
# Practice on several nodes: the first ones train, the last SERVER_NODES (1) serve the policy, one vLLM a GPU.
#
# Under SLURM every node finds its place by itself:
#   sbatch --nodes=3 --ntasks-per-node=1 --gpus-per-node=8 --exclusive \
#       --wrap 'srun --kill-on-bad-exit=1 scripts/launch/many_nodes.sh configs/rl/qwen3vl_8b_server.yaml'
# By hand, the same on every node with its own NODE_RANK (0, 1, ...); the folder must be one that all nodes share:
#   NODES=3 NODE_RANK=0 MASTER_ADDR=node0 SERVER_HOSTS=node2 GPUS=8 scripts/launch/many_nodes.sh
#
# The first argument is the run's YAML file, what follows goes to train/rl.py. The servers read model, dtype and lengths
# from that file. SERVER_GPUS (1) is how many GPUs one server takes, SERVER_PORT (8000) the first port, SERVER_NODES (1) how
# many nodes serve, ACCELERATE the accelerate file, MASTER_PORT (29500) where the trainers meet. A server that dies is
# started again, and the trainer pushes weights into it. The servers end when the first trainer does. DRY_RUN=1 prints
# what this node would run and stops.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
fail() { echo "error: $1" >&2; exit 2; }

config=${1:-configs/rl/qwen3vl_8b_server.yaml}
[ $# -eq 0 ] || shift
accelerate=${ACCELERATE:-configs/accelerate/zero3_nodes.yaml}
for file in "$config" "$accelerate"; do
    [ -f "$file" ] || fail "$file is not there"
done

# ---- who is who
for name in NODES NODE_RANK GPUS SERVER_NODES SERVER_GPUS SERVER_PORT MASTER_PORT; do
    value=${!name:-}
    [[ "$value" =~ ^[0-9]*$ ]] || fail "$name: $value is no number"
    [ "$name" = NODE_RANK ] || [ -z "$value" ] || [ "$value" -ge 1 ] || fail "$name: $value is less than 1"
done
nodes=${NODES:-${SLURM_NNODES:-}}
rank=${NODE_RANK:-${SLURM_NODEID:-}}
[ -n "$nodes" ] && [ -n "$rank" ] || fail "start it under srun, or set NODES and NODE_RANK"
serving=${SERVER_NODES:-1}
training=$((nodes - serving))
[ "$serving" -ge 1 ] && [ "$training" -ge 1 ] || fail "$nodes nodes with $serving of them serving leave none to train"
[ "$rank" -ge 0 ] && [ "$rank" -lt "$nodes" ] || fail "NODE_RANK $rank is not below $nodes"
gpus=${GPUS:-${SLURM_GPUS_ON_NODE:-8}}
each=${SERVER_GPUS:-1}
[ $((gpus % each)) -eq 0 ] || fail "SERVER_GPUS $each does not divide $gpus GPUs"
port=${SERVER_PORT:-8000}
if [ -n "${SLURM_JOB_NODELIST:-}" ] && [ -z "${SERVER_HOSTS:-}" ]; then
    mapfile -t hosts < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
    [ "${#hosts[@]}" -eq "$nodes" ] || fail "scontrol names ${#hosts[@]} hosts for $nodes nodes"
    master=${MASTER_ADDR:-${hosts[0]}}
    servers=("${hosts[@]:training}")
else
    master=${MASTER_ADDR:-}
    read -r -a servers <<<"${SERVER_HOSTS:-}"
fi
[ -n "$master" ] || fail "set MASTER_ADDR to the first node"
[ "${#servers[@]}" -eq "$serving" ] || fail "SERVER_HOSTS names ${#servers[@]} hosts, $serving nodes serve"
done_file=${LAUNCH_DIR:-runs/launch/${SLURM_JOB_ID:-by_hand}}/done

# ---- a node that serves
if [ "$rank" -ge "$training" ]; then
    read_config='import sys, yaml; c = yaml.safe_load(open(sys.argv[1])); print(c["model"], c["dtype"], c["max_prompt_tokens"] + c["max_completion_length"], sep="\n")'
    settings=$(.venv/bin/python -c "$read_config" "$config" 2>/dev/null) || fail "$config: model, dtype, max_prompt_tokens and max_completion_length must stand there"
    { read -r model; read -r dtype; read -r length; } <<<"$settings"
    flags=(
        "$model" --dtype "$dtype" --max-model-len "$length" --tensor-parallel-size "$each"
        --limit-mm-per-prompt '{"video": 0}'
    )
    start() { # the number of a server on this node
        local first=$(($1 * each)) devices
        devices=$(seq -s, "$first" $((first + each - 1)))
        if [ -n "${DRY_RUN:-}" ]; then
            printf 'CUDA_VISIBLE_DEVICES=%s PORT=%s ' "$devices" $((port + $1))
            printf '%q ' scripts/launch/serve_policy.sh "${flags[@]}"
            echo
        else
            CUDA_VISIBLE_DEVICES=$devices PORT=$((port + $1)) scripts/launch/serve_policy.sh "${flags[@]}" &
            pids[$1]=$!
        fi
    }
    pids=()
    started=$(mktemp)
    trap 'rm -f "$started"; [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true; wait' EXIT
    for ((i = 0; i < gpus / each; i++)); do start "$i"; done
    [ -z "${DRY_RUN:-}" ] || exit 0
    until [ "$done_file" -nt "$started" ]; do # an older one is an earlier run's
        sleep 5
        for i in "${!pids[@]}"; do
            kill -0 "${pids[$i]}" 2>/dev/null && continue
            echo "server $i ended; starting it again" >&2
            start "$i"
        done
    done
    exit 0
fi

# ---- a node that trains
addresses=()
for host in "${servers[@]}"; do
    for ((i = 0; i < gpus / each; i++)); do addresses+=("http://$host:$((port + i))"); done
done
command=(
    .venv/bin/accelerate launch --config_file "$accelerate"
    --num_machines "$training" --machine_rank "$rank" --num_processes $((training * gpus))
    --main_process_ip "$master" --main_process_port "${MASTER_PORT:-29500}"
    train/rl.py --config "$config" --resume_from_checkpoint true --servers "${addresses[@]}" "$@"
)
if [ -n "${DRY_RUN:-}" ]; then
    printf '%q ' "${command[@]}"
    echo
    exit 0
fi
if [ "$rank" -eq 0 ]; then
    mkdir -p "$(dirname "$done_file")"
    trap 'touch "$done_file"' EXIT
fi
"${command[@]}"
