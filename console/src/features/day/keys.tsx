import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useMay } from '../../api/session.tsx';
import { ProposeDialog } from '../../shared/propose-dialog.tsx';
import { dayTexts } from '../../texts/day.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';

type KeysData = StaffAnswer<'dayOverview'>['keys'];

/** The keys of personal fields, and the run that encrypts every field with the newest. */
export function Keys({ keys }: { readonly keys: KeysData }) {
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { current, older, rotation } = keys;

  return (
    <Panel title={dayTexts.keys} about={dayTexts.keysAbout}>
      <KeyValues
        rows={[
          [dayTexts.newestKey, current],
          [dayTexts.olderKeys, older.length === 0 ? dayTexts.noKey : older.join(', ')],
          [dayTexts.rotation, rotationText(rotation)],
        ]}
      />
      {may('propose.key_rotation') && older.length > 0 && rotation?.state !== 'running' && (
        <Button icon="key" onPress={() => setAsking(true)}>
          {dayTexts.rotate}
        </Button>
      )}
      <ProposeDialog
        proposal={isAsking ? { kind: 'key_rotation', keyId: current } : null}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}

function rotationText(rotation: KeysData['rotation']): string {
  if (rotation === null) return dayTexts.noRotation;

  const { keyId, state, fields, files, tablesDone, tables } = rotation;

  return state === 'done'
    ? dayTexts.rotationDone(keyId, fields, files)
    : dayTexts.rotationRuns({ keyId, tablesDone, tables, fields, files });
}
