import { requestComment } from '@noren/contract/staff/request-comment';
import type { StaffAnswer } from '../api/client.ts';
import { useStaffSend } from '../api/hooks.ts';
import { commentTexts } from '../texts/approvals.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Instant } from '../ui/figures.tsx';
import { Form } from '../ui/form.tsx';
import { Panel } from '../ui/layout.tsx';
import { Empty } from '../ui/states.tsx';
import { useToast } from '../ui/toast.tsx';
import { useFields } from '../ui/use-fields.ts';
import style from './comments.module.css';

type Request = Pick<StaffAnswer<'approval'>, 'approval' | 'comments'>;

/** What the maker of a request and those who may decide it wrote to each other, and a new comment while it is open. */
export function Comments({ request: { approval, comments } }: { readonly request: Request }) {
  const { requestId, state, isMine, isMineToDecide } = approval;
  const mayWrite = state === 'open' && (isMine || isMineToDecide);
  if (!mayWrite && comments.length === 0) return null;
  return (
    <Panel title={commentTexts.title}>
      {comments.length === 0 ? (
        <Empty title={commentTexts.none} />
      ) : (
        <ol className={style.comments}>
          {comments.map(({ commentId, staffName, text, writtenAt }) => (
            <li key={commentId}>
              <p>
                <strong>{staffName}</strong> <Instant at={writtenAt} />
              </p>
              <p className={style.text}>{text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && <CommentForm requestId={requestId} />}
    </Panel>
  );
}

function CommentForm({ requestId }: { readonly requestId: string }) {
  const add = useStaffSend('commentRequest');
  const toast = useToast();
  const { values, set, problems, check, reset } = useFields({ text: '' }, requestComment);
  const submit = async (): Promise<void> => {
    const body = check();
    if (!body || !(await add.send({ body: { requestId, ...body } }))) return;
    reset();
    toast(commentTexts.sent);
  };
  return (
    <Form
      label={commentTexts.send}
      problems={problems}
      refusal={add.error}
      onSubmit={() => void submit()}
      acts={
        <Button type="submit" isBusy={add.isBusy}>
          {commentTexts.send}
        </Button>
      }
    >
      <TextField
        label={commentTexts.comment}
        hint={commentTexts.hint}
        name="text"
        isLong
        value={values.text}
        onChange={(text) => set('text', text)}
        problem={problems.text}
      />
    </Form>
  );
}
