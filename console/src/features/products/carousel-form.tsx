import { LANGUAGE_CODES, LANGUAGES, type Language } from '@noren/contract/languages';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { CarouselSetting } from '@noren/contract/staff/settings';
import { isBusinessDay } from '@noren/core/money/time';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { productTexts, settingTexts } from '../../texts/products.ts';
import { DayField, SelectField, TextField } from '../../ui/fields.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { CheckForm } from './check-form.tsx';
import style from './products.module.css';
import { ProposalView } from './proposal-view.tsx';
import { ProposePanel } from './propose-panel.tsx';

type Target = CarouselSetting['target'];

const TARGETS = (['documents', 'service', 'officers'] as const).map((id) => ({
  id,
  text: settingTexts.targets[id],
}));

type Values = {
  cardId: string;
  target: Target;
  effectiveFrom: string;
  effectiveTo: string;
} & { [L in Language as `title-${L}` | `text-${L}`]: string };

/** Form of a carousel card in each language: the card in the address, or a new one. */
export function CarouselForm() {
  const [{ of }] = useAddressValues();
  const settings = useStaffCall('appSettings');
  const title = of ? settingTexts.changeOf(of) : settingTexts.newCard;

  return (
    <Page title={title} crumbs={[{ to: '/products?tab=app', text: settingTexts.title }]}>
      <Answer of={settings}>{(data) => <CardFields key={of} data={data} of={of} />}</Answer>
    </Page>
  );
}

function CardFields({
  data,
  of,
}: {
  readonly data: StaffAnswer<'appSettings'>;
  readonly of: string | undefined;
}) {
  const version = data.cards.find(({ cardId }) => cardId === of);
  const form = useFields<Values>(toValues(version?.card, of ?? '', data.today));
  const [proposal, setProposal] = useState<StaffProposal & { kind: 'configuration' }>();
  const { values, problems, field } = form;

  const check = (): void => {
    const newProblems = findProblems(values, version?.isOfProgram ?? false);
    form.refuse(newProblems);

    if (newProblems.length > 0) return;

    const change = {
      setting: 'carouselCard' as const,
      cardId: values.cardId,
      before: version?.card ?? null,
    };

    setProposal({ kind: 'configuration', change: { ...change, after: toCard(values) } });
  };

  if (proposal)
    return (
      <ProposePanel proposal={proposal} onCancel={() => setProposal(undefined)}>
        <ProposalView kind="configuration" detail={proposal} />
      </ProposePanel>
    );

  return (
    <div className={style.wide}>
      <CheckForm label={settingTexts.formLabel} problems={problems} onSubmit={check}>
        <div className={style.pairs}>
          {version === undefined && (
            <TextField {...field('cardId', settingTexts.cardId)} hint={settingTexts.cardIdHint} />
          )}
          <SelectField {...field('target', settingTexts.target)} options={TARGETS} />
          <DayField {...field('effectiveFrom', settingTexts.from)} />
          <DayField {...field('effectiveTo', settingTexts.until)} hint={productTexts.open} />
        </div>
        {LANGUAGE_CODES.map((language) => (
          <div key={language} className={style.pairs}>
            <TextField
              {...field(`title-${language}`, settingTexts.titleIn(LANGUAGES[language].name))}
            />
            <TextField
              {...field(`text-${language}`, settingTexts.textIn(LANGUAGES[language].name))}
              {...(language === 'en' ? {} : { hint: settingTexts.languageHint })}
            />
          </div>
        ))}
      </CheckForm>
    </div>
  );
}

function toValues(card: CarouselSetting | undefined, cardId: string, today: string): Values {
  const texts = LANGUAGE_CODES.flatMap((language) => [
    [`title-${language}`, card?.texts?.[language]?.title ?? ''],
    [`text-${language}`, card?.texts?.[language]?.text ?? ''],
  ]);

  return {
    cardId,
    target: card?.target ?? 'service',
    effectiveFrom: card?.effectiveFrom ?? today,
    effectiveTo: card?.effectiveTo ?? '',
    ...Object.fromEntries(texts),
  } as Values;
}

function toCard(values: Values): CarouselSetting {
  const texts = LANGUAGE_CODES.flatMap((language) => {
    const [title, text] = [values[`title-${language}`].trim(), values[`text-${language}`].trim()];
    return title === '' ? [] : [[language, { title, text }]];
  });

  return {
    target: values.target,
    texts: texts.length === 0 ? null : Object.fromEntries(texts),
    effectiveFrom: values.effectiveFrom,
    effectiveTo: values.effectiveTo === '' ? null : values.effectiveTo,
  };
}

function findProblems(values: Values, isOfProgram: boolean): { path: string; problem: string }[] {
  const { cardId, effectiveFrom, effectiveTo } = values;
  const halves = LANGUAGE_CODES.filter(
    (language) =>
      (values[`title-${language}`].trim() === '') !== (values[`text-${language}`].trim() === ''),
  );
  const hasSome = LANGUAGE_CODES.some((language) => values[`title-${language}`].trim() !== '');
  const needsEnglish = values['title-en'].trim() === '' && (hasSome || !isOfProgram);

  return [
    ...(/^[a-z][a-z0-9_]{0,31}$/.test(cardId)
      ? []
      : [{ path: 'cardId', problem: settingTexts.cardIdWrong }]),
    ...(isBusinessDay(effectiveFrom) ? [] : [{ path: 'effectiveFrom', problem: 'day' }]),
    ...(effectiveTo !== '' && effectiveTo < effectiveFrom
      ? [{ path: 'effectiveTo', problem: settingTexts.endsEarly }]
      : []),
    ...(needsEnglish ? [{ path: 'title-en', problem: settingTexts.needsEnglish }] : []),
    ...halves.map((language) => ({ path: `text-${language}`, problem: settingTexts.needsBoth })),
  ];
}
