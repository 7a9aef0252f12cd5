#!/bin/sh
# Copies the database of compose.yaml to the volume `archive` while it runs, keeps the newest fourteen copies, and deletes the
# log that none of them needs. Each night on the machine of the containers, the files after it:
#   docker compose exec -T -u postgres db sh -s < ops/compose-backup.sh
#   docker compose exec -T jobs node server/src/commands/backup.ts --database-by pg_basebackup --keep 14
# docs/operations/restore.md says how it is restored.
set -eu
archive=${ARCHIVE:-/archive}
label=$(date -u +%Y%m%dT%H%M%SZ)

# Of a copy that was interrupted.
rm -rf "$archive"/base/*.part
pg_basebackup -U noren -D "$archive/base/$label.part" -c fast
mv "$archive/base/$label.part" "$archive/base/$label"

ls -d "$archive"/base/*Z | head -n -14 | xargs -r rm -rf
oldest=$(ls -d "$archive"/base/*Z | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$archive/wal" "$first"
