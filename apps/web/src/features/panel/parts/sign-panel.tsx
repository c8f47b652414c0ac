import { Input, Radio } from 'antd'
import { panelCalls, type PanelDetail } from '@portal/contract/panel/calls'
import { panelVerdictWords, type PanelVerdict } from '@portal/contract/panel/panel'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useSignPanel } from '../panel.queries.ts'
import { panelMatters } from '../panel.words.ts'

interface Values {
  verdict?: PanelVerdict
  opinion?: string
}
/** An expert signs an opinion; this is final. */
export function SignPanel({ row: p, onDone }: PartProps<PanelDetail>) {
  const form = useSubmit<typeof panelCalls.sign, Values>(useSignPanel(), {
    // The schema reports a missing choice.
    args: ({ verdict, opinion }) => ({
      params: { id: p.id },
      body: { verdict: verdict as PanelVerdict, opinion: opinion ?? '' },
    }),
    draft: `sign:${p.id}`,
    done: '意见已签署',
    after: () => onDone?.(),
  })
  return (
    <Card title="签署意见" className="decide">
      <p className="muted">意见签署后记录时间并生成签章，任何人不能再修改。</p>
      <FormPage form={form} submit="签署意见">
        <Field name="verdict" label="结论" required>
          <Radio.Group
            options={Object.entries(panelVerdictWords).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Field name="opinion" label="论证意见" required hint={`从${panelMatters[p.kind]}等方面说明`}>
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 14 }} maxLength={4000} />
        </Field>
      </FormPage>
    </Card>
  )
}
