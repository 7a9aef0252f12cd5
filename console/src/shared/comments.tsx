import { requestComment } from '@noren/contract/staff/request-comment';
import type { StaffAnswer } from '../api/client.ts';
import { useStaffSend } from '../api/hooks.ts';
import { commentTexts } from '../texts/approvals.ts';
import { Instant } from '../ui/figures.tsx';
import { Panel } from '../ui/layout.tsx';
import { Empty } from '../ui/states.tsx';
import style from './comments.module.css';
import { TextForm } from './text-form.tsx';

type Request = Pick<StaffAnswer<'approval'>, 'approval' | 'comments'>;

/**
 * What the maker of a request and those who may decide it wrote to each other, and a new comment
 * while it is open.
 */
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

  return (
    <TextForm
      label={commentTexts.comment}
      act={commentTexts.send}
      hint={commentTexts.hint}
      schema={requestComment}
      sending={add}
      onSend={(body) => add.send({ body: { requestId, ...body } })}
      done={commentTexts.sent}
    />
  );
}
