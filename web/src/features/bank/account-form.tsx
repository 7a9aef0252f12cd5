import type { saveAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { useForm } from '../../shared/forms/form.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary, focusField } from '../../ui/form/error-summary.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AccountFields } from './account-fields.tsx';
import style from './account-form.module.css';
import { useAccountSaving, type Verdict } from './account-saving.ts';
import { AccountVerdict } from './account-verdict.tsx';
import { type Account, checkAccount, describeRefusal, emptyAccount } from './bank-rules.ts';
import { type Branch, branchProblem, branchText, useIfscLookup } from './ifsc-lookup.ts';

type Props = {
  title: string;
  /** The draft's name: one for the first account, another for a change. */
  draftName: string;
  holderName: string;
  /** The text above the fields. */
  intro: ReactNode;
  saveText: string;
  /** An account that the bank says is the borrower's own is saved at once. */
  savesOwn?: boolean;
  onBeforeBack: () => boolean;
  onSaved: (saved: AnswerOf<typeof saveAccount>, account: Account) => void;
};

/**
 * The payout account: branch, its bank, type, number twice, holder. It is checked with the bank,
 * then saved: by another tap where the bank's answer leaves something to decide.
 */
export function AccountForm(props: Props) {
  const { title, draftName, holderName, intro, saveText, savesOwn = false } = props;
  const { onBeforeBack, onSaved } = props;
  const t = useT();
  const id = useId();
  const [error, setError] = useState<ApiError | NoAnswer | null>(null);
  const form = useAccountFields(draftName, holderName, error);
  const saving = useAccountSaving(form.values, setError);
  const { branch, isRequesting } = useIfscLookup(form.values.ifsc);
  const bankOfBranch = branch?.bankCode;

  // The IFSC names its bank; another one can still be chosen, since several banks may share a code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each branch
  useEffect(() => {
    if (bankOfBranch) form.setValue('bankCode', bankOfBranch);
  }, [bankOfBranch]);

  const { verdict } = saving;
  const branchFault = branchProblem(branch, t) ?? branchVerdict(verdict, t);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) return;
    if (branchFault) return focusField('ifsc');

    if (!verdict?.isUsable) {
      const found = await saving.check();
      if (!(savesOwn && isOwn(found))) return focusProblem(found);
    }

    const saved = await saving.save();
    if (!saved) return;

    form.discardDraft();
    onSaved(saved, form.values);
  };

  return (
    <Page
      title={title}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <Button type="submit" form={id} busy={saving.isSending}>
          {!verdict?.isUsable
            ? t(savesOwn ? 'bank.check_save' : 'bank.check')
            : verdict.problem === null
              ? saveText
              : t('bank.save_review')}
        </Button>
      }
    >
      {intro}
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {form.failure && <Trouble title={form.failure} />}
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className={style.form}>
        <AccountFields
          form={form}
          branchFault={branchFault}
          branchHint={
            isRequesting ? t('bank.looking') : (branchText(branch, t) ?? t('bank.ifsc_hint'))
          }
          accountFault={accountVerdict(verdict, branch, t)}
        />
        <AccountVerdict verdict={verdict} confirmed={holderName} typed={form.values.holderName} />
      </form>
    </Page>
  );
}

/** The bank has named a holder, and it is the borrower. */
const isOwn = (verdict: Verdict | undefined): boolean =>
  verdict?.isUsable === true && verdict.checked && verdict.problem === null;

/** The account as it is typed; its number is never stored. */
function useAccountFields(
  draftName: string,
  holderName: string,
  error: ApiError | NoAnswer | null,
) {
  const t = useT();

  return useForm<Account>({
    draftName,
    initial: { ...emptyAccount, holderName },
    inMemoryOnly: ['accountNo', 'accountNoAgain'],
    check: (values) => checkAccount(values, t),
    error,
    refusal: (path, problem) => describeRefusal(path, problem, t),
  });
}

/** The check's objection to the branch. */
function branchVerdict(verdict: Verdict | undefined, t: Translate): string | undefined {
  if (verdict?.problem === 'ifsc_unknown') return t('bank.ifsc_unknown');
  return verdict?.problem === 'bank_differs' ? t('bank.ifsc_other_bank') : undefined;
}

/**
 * The bank's objection to the account: of a branch that no directory confirms it may be the IFSC
 * that is wrong.
 */
function accountVerdict(
  verdict: Verdict | undefined,
  branch: Branch,
  t: Translate,
): string | undefined {
  if (verdict?.problem !== 'account_invalid') return undefined;
  return t(branch?.isKnown === null ? 'bank.account_or_ifsc_invalid' : 'bank.account_invalid');
}

function focusProblem(verdict: Verdict | undefined): void {
  if (verdict?.problem === 'account_invalid') focusField('accountNo');
  if (verdict?.problem === 'ifsc_unknown' || verdict?.problem === 'bank_differs')
    focusField('ifsc');
}
