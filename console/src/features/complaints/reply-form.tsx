import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { complaintTexts } from '../../texts/complaints.ts';
import { languageName } from '../../texts/work.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import style from './complaints.module.css';

type Template = ComplaintAnswer['templates'][number]['template'];
const LEAST = 5;

/** The reply: from a template or typed, with a preview of the message to the borrower. */
export function ReplyForm({ complaint }: { readonly complaint: ComplaintAnswer }) {
  const { ticket, templates, language } = complaint;
  const [template, setTemplate] = useState<Template | ''>('');
  const [text, setText] = useState('');
  const [isLast, setLast] = useState(false);
  const [isShort, setShort] = useState(false);
  const reply = useStaffSend('replyToComplaint');
  const toast = useToast();

  const choose = (next: Template): void => {
    setTemplate(next);
    setText(templates.find((ready) => ready.template === next)?.text ?? '');
    setLast(next === 'final');
    setShort(false);
  };

  const send = async (): Promise<void> => {
    const isTooShort = text.trim().length < LEAST;
    setShort(isTooShort);

    if (isTooShort) return;
    if ((await reply.send({ body: { ticketNo: ticket.ticketNo, text, isLast } })) === undefined)
      return;

    toast(isLast ? complaintTexts.closedNow : complaintTexts.sent);
    setTemplate('');
    setText('');
  };

  return (
    <Form
      label={complaintTexts.reply}
      problems={isShort ? { text: complaintTexts.short } : {}}
      refusal={reply.error}
      onSubmit={() => void send()}
      acts={
        <Button type="submit" tone="primary" icon="message" isBusy={reply.isBusy}>
          {isLast ? complaintTexts.sendLast : complaintTexts.send}
        </Button>
      }
    >
      <SelectField
        label={complaintTexts.template}
        name="template"
        value={template}
        onChange={choose}
        options={templates.map(({ template: id }) => ({ id, text: complaintTexts.templates[id] }))}
      />
      <TextField
        label={complaintTexts.replyText(languageName(language))}
        hint={complaintTexts.replyHint}
        name="text"
        isLong
        value={text}
        onChange={setText}
        problem={isShort ? complaintTexts.short : undefined}
      />
      <label className={style.check}>
        <input
          type="checkbox"
          checked={isLast}
          onChange={({ target }) => setLast(target.checked)}
        />
        {complaintTexts.isLast}
      </label>
      <Preview complaint={complaint} text={text} isLast={isLast} template={template} />
    </Form>
  );
}

interface PreviewProps {
  readonly complaint: ComplaintAnswer;
  readonly text: string;
  readonly isLast: boolean;
  readonly template: Template | '';
}

function Preview({ complaint, text, isLast, template }: PreviewProps) {
  const { messages, language, templates } = complaint;
  const message = isLast ? messages.closed : messages.answered;
  const ready = templates.find((one) => one.template === template);

  return (
    <section className={style.preview} aria-label={complaintTexts.preview}>
      <h3>{complaintTexts.preview}</h3>
      {text.trim() === '' ? (
        <p className={style.muted}>{complaintTexts.previewEmpty}</p>
      ) : (
        <>
          <p lang={language}>
            <strong>{message.title}</strong> {message.text}
          </p>
          <p lang={language} className={style.text}>
            {text}
          </p>
          {ready && ready.text === text && language !== 'en' && (
            <p className={style.muted}>
              {complaintTexts.english}: {ready.english}
            </p>
          )}
        </>
      )}
    </section>
  );
}
