import { viewAccount } from '@noren/contract/bank';
import { certifiedStatus } from '@noren/core/status';
import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { refresh } from '../api-hooks.tsx';
import { type Translate, useT } from '../i18n/index.ts';
import { Rich } from '../i18n/rich.tsx';
import { raiseStanding, readSession } from '../session.ts';
import { keepEvaluationMark } from '../session-evaluation.ts';
import { useForm } from '../session-form.ts';
import { HelpButton } from '../session-help.tsx';
import { useBackTo } from '../session-steps.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorSummary, focusField } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';
import { AccountFields } from './account-fields.tsx';
import style from './account-form.module.css';
import { type Account, checkAccount, emptyAccount, refusalOf } from './bank-rules.ts';
import { branchProblem, branchText, useIfscLookup } from './ifsc-lookup.ts';
import { type Obstacle, useSaveAccount } from './save-account.ts';

/** The account money is paid to: bank, branch, number twice, holder. Saving it completes the certification. */
export function AccountForm({ holderName }: { holderName: string }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const onBeforeBack = useBackTo('/identity-auth');
  const [wasLeft, setLeft] = useState(false);
  const [differs, setDiffers] = useState(false);
  const { save, isSending, error, obstacle } = useSaveAccount();
  const form = useForm<Account>({
    room: 'bank',
    initial: { ...emptyAccount, holderName },
    unkept: ['accountNo', 'accountNoAgain'],
    check: (values) => checkAccount(values, t),
    error,
    refusal: (path) => refusalOf(path, t),
  });
  const { branch, isAsking } = useIfscLookup(form.values.ifsc, wasLeft);
  const branchFault = branchProblem(branch, t) ?? faultOf(obstacle, form.values, t);
  const isUsed = obstacle?.problem === 'used_by_another' && obstacle.of.accountNo === form.values.accountNo;
  const toHome = () => navigate('/home', { replace: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (!form.submit()) return;
    if (branchFault) return focusField('ifsc');
    const saved = await save(form.values);
    if (!saved) return;
    form.forget();
    noteStanding(saved.bizStatus);
    if (saved.nameMatch !== 'match') return setDiffers(true);
    refresh(viewAccount);
    toHome();
  };
  return (
    <Page
      title={t('bank.title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <Button type="submit" form={id} busy={isSending}>
          {t('bank.save')}
        </Button>
      }
    >
      <Text size="xs">
        <Rich id="bank.notice" parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }} />
      </Text>
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {(form.failure || isUsed) && <Notice tone="bad" title={form.failure ?? t('bank.used_by_another')} />}
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className={style.form}>
        <AccountFields
          form={form}
          branchFault={branchFault}
          branchHint={isAsking ? t('bank.looking') : (branchText(branch, t) ?? t('bank.ifsc_hint'))}
          onLeaveIfsc={() => setLeft(true)}
        />
      </form>
      <NameDiffers open={differs} onGoOn={toHome} />
    </Page>
  );
}

/** Notes the new status, and, with the one that completes the certification, that its evaluation is to be told of. */
function noteStanding(bizStatus: number): void {
  const before = readSession().standing?.bizStatus ?? 0;
  raiseStanding(bizStatus);
  if (before < certifiedStatus && bizStatus >= certifiedStatus) keepEvaluationMark('due');
}

/** What the check before saving found wrong with the branch, for as long as the same branch and bank stand there. */
function faultOf(obstacle: Obstacle | undefined, values: Account, t: Translate): string | undefined {
  if (!obstacle || obstacle.of.ifsc !== values.ifsc || obstacle.of.bankCode !== values.bankCode) return undefined;
  switch (obstacle.problem) {
    case 'ifsc_unknown':
      return t('bank.ifsc_unknown');
    case 'bank_differs':
      return t('bank.ifsc_other_bank');
    case 'used_by_another':
      return undefined;
    default: {
      const missing: never = obstacle.problem;
      throw new RangeError(`unknown obstacle: ${missing}`);
    }
  }
}

function NameDiffers({ open, onGoOn }: { open: boolean; onGoOn: () => void }) {
  const t = useT();
  return (
    <Dialog
      open={open}
      title={t('bank.name_differs')}
      onClose={onGoOn}
      actions={<Button onClick={onGoOn}>{t('bank.go_on')}</Button>}
    >
      <Text>{t('bank.name_differs_text')}</Text>
    </Dialog>
  );
}
