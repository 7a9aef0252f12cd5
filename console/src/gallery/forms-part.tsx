import { formatRupees, paise } from '@noren/core/money/money';
import { ALONE_BOUND_PAISE, APPROVAL_WAITS_DAYS } from '@noren/core/staff/approval-kinds';
import { useState } from 'react';
import * as z from 'zod/mini';
import { galleryTexts } from '../texts/gallery.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmPanel } from '../ui/confirm-panel.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import {
  DayField,
  MoneyField,
  NumberField,
  RadioList,
  SelectField,
  TextField,
} from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Acts, Columns, Panel } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import { useToast } from '../ui/toast.tsx';
import { useFields } from '../ui/use-fields.ts';

const { fields, documents, decisions } = galleryTexts;
const filled = z.string().check(z.minLength(1, 'empty'));

const schema = z.object({
  name: filled,
  note: z.string(),
  count: z.nullable(z.int()),
  amount: z.number('required'),
  day: z.string().check(z.minLength(1, 'day')),
  document: filled,
  decision: filled,
});

/** Fields and confirmations. */
export function FormsPart() {
  return (
    <Columns least={360}>
      <Panel title={galleryTexts.form}>
        <SampleForm />
      </Panel>
      <Panel title={galleryTexts.dialog}>
        <SampleActs />
      </Panel>
    </Columns>
  );
}

function SampleForm() {
  const form = useFields(
    {
      name: '',
      note: '',
      count: null as number | null,
      amount: null as number | null,
      day: '',
      document: '',
      decision: '',
    },
    schema,
  );
  const toast = useToast();
  const { problems } = form;
  const field = <K extends keyof typeof form.values>(name: K) => form.field(name, fields[name]);

  return (
    <Form
      label={galleryTexts.form}
      problems={problems}
      onSubmit={() => form.check() && toast(galleryTexts.saved)}
      acts={
        <>
          <Button type="submit" tone="primary">
            {galleryTexts.save}
          </Button>
          <Button onPress={() => form.refuse([{ path: 'name', problem: galleryTexts.refused }])}>
            {galleryTexts.refused}
          </Button>
          <Button tone="quiet" onPress={form.reset}>
            {galleryTexts.buttons.quiet}
          </Button>
        </>
      }
    >
      <TextField {...field('name')} />
      <TextField {...field('note')} isLong />
      <NumberField {...field('count')} />
      <MoneyField {...field('amount')} />
      <DayField {...field('day')} />
      <SelectField
        {...field('document')}
        options={[
          { id: 'pan', text: documents.pan },
          { id: 'aadhaar', text: documents.aadhaar },
        ]}
      />
      <RadioList
        {...field('decision')}
        options={[
          { id: 'approve', text: decisions.approve },
          { id: 'again', text: decisions.again },
          { id: 'refuse', text: decisions.refuse, about: galleryTexts.decisionAbout },
        ]}
      />
    </Form>
  );
}

function SampleActs() {
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const close = (): void => setOpen(false);

  return (
    <>
      <Acts>
        <Button onPress={() => setOpen(true)}>{galleryTexts.openDialog}</Button>
        <DownloadButton
          onFetch={async () => ({
            name: galleryTexts.fileName,
            content: new Blob([galleryTexts.fileText]),
          })}
        />
        <LinkButton to="/gallery?tab=states" icon="right">
          {galleryTexts.tabs.states}
        </LinkButton>
        <Menu
          label={galleryTexts.menu}
          entries={[
            {
              id: 'save',
              text: galleryTexts.save,
              icon: 'tick',
              run: () => toast(galleryTexts.saved),
            },
          ]}
        >
          {galleryTexts.menu}
        </Menu>
      </Acts>
      <ConfirmPanel
        title={galleryTexts.confirm}
        act={galleryTexts.confirmAct}
        isBusy={false}
        onConfirm={() => toast(galleryTexts.saved)}
        onCancel={() => undefined}
      >
        <p>
          {galleryTexts.confirmAbout(
            APPROVAL_WAITS_DAYS,
            formatRupees(paise(ALONE_BOUND_PAISE.waiver ?? 0)),
          )}
        </p>
      </ConfirmPanel>
      <Dialog title={galleryTexts.dialog} isOpen={isOpen} onClose={close}>
        <p>{galleryTexts.about}</p>
        <Button tone="primary" onPress={close}>
          {galleryTexts.save}
        </Button>
      </Dialog>
    </>
  );
}
