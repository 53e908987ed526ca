#!/bin/bash
# Counts a run's units as a Slurm array: every task takes its share of them, and passes over those that have a result, so a
# task that was killed, or the whole array, is simply submitted again. The folder lies where all nodes see it.
#
#   sbatch --array=1-200 betza-array.sh /shared/run
#
# HASH is the size of the table in mebibytes, BETZA the program.
#SBATCH --job-name=betza
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=2G
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
set -euo pipefail

run=${1:?usage: sbatch --array=1-N betza-array.sh DIR}
units=$(($(wc -l < "$run/units.tsv") - 1))
task=$(((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN) / ${SLURM_ARRAY_TASK_STEP:-1}))
tasks=$SLURM_ARRAY_TASK_COUNT
if ((task >= tasks)); then
    echo "error: the array is a list with gaps, which leaves units out: submit a range, as in --array=1-200" >&2
    exit 2
fi

first=$((task * units / tasks + 1))
last=$(((task + 1) * units / tasks))
if ((first > last)); then
    echo "there are more tasks than units: nothing to do for task $SLURM_ARRAY_TASK_ID"
    exit 0
fi
exec "${BETZA:-betza}" work "$run" --units "$first-$last" --threads "${SLURM_CPUS_PER_TASK:-1}" --hash "${HASH:-1024}" --no-progress
