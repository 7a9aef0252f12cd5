import { LIST_CHARACTERS } from '@noren/core/people/sanctions-fault';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffSend } from '../../api/hooks.ts';
import { useSignedIn } from '../../api/session.tsx';
import { sanctionsTexts } from '../../texts/sanctions.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/fields.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import style from './sanctions.module.css';

type Fault = Extract<StaffAnswer<'uploadSanctionsList'>, { outcome: 'failed' }>;

/** Sends a national list; what cannot be read is told with its line. */
export function Upload({ onRead }: { readonly onRead: () => void }) {
  const { today } = useSignedIn();
  const toast = useToast();
  const { send, isBusy, error } = useStaffSend('uploadSanctionsList');
  const [file, setFile] = useState<File | null>(null);
  const [fileNumber, setFileNumber] = useState(0);
  const [day, setDay] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [fault, setFault] = useState<Fault | null>(null);

  const submit = async (): Promise<void> => {
    const text = file === null ? '' : await file.text();
    const found = {
      ...(text === '' && { text: sanctionsTexts.chooseFile }),
      ...(text.length > LIST_CHARACTERS && { text: sanctionsTexts.fileTooLong }),
      ...(day === '' && { listDay: sanctionsTexts.chooseDay }),
    };

    setProblems(found);
    setFault(null);
    if (Object.keys(found).length > 0) return;

    const answer = await send({ body: { listDay: day, text } });
    if (!answer) return;

    if (answer.outcome === 'failed') {
      setFault(answer);
    } else {
      toast(answer.outcome === 'same' ? sanctionsTexts.same : sanctionsTexts.uploaded);
      clear();
    }

    onRead();
  };

  const clear = (): void => {
    setDay('');
    setFile(null);
    // The browser shows the chosen file until the field is another one.
    setFileNumber((number) => number + 1);
  };

  return (
    <Panel title={sanctionsTexts.upload} about={sanctionsTexts.uploadAbout}>
      <Form
        label={sanctionsTexts.upload}
        problems={problems}
        refusal={error ?? (fault && { message: faultMessage(fault) })}
        onSubmit={() => void submit()}
        acts={
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {sanctionsTexts.send}
          </Button>
        }
      >
        <FileField key={fileNumber} problem={problems.text} onChoose={setFile} />
        <DayField
          label={sanctionsTexts.day}
          name="listDay"
          value={day}
          onChange={setDay}
          greatest={today}
          problem={problems.listDay}
        />
      </Form>
    </Panel>
  );
}

const faultMessage = ({ line, fault }: Fault): string =>
  `${sanctionsTexts.failed}. ${sanctionsTexts.fault(line, sanctionsTexts.reasons[fault])}. ${sanctionsTexts.failedStays}`;

interface FileFieldProps {
  readonly problem: string | undefined;
  readonly onChoose: (file: File | null) => void;
}

function FileField({ problem, onChoose }: FileFieldProps) {
  return (
    <Field label={sanctionsTexts.file} name="text" problem={problem}>
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          type="file"
          className={style.file}
          name="text"
          accept=".csv,text/csv"
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}
