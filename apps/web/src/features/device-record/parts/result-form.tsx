import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import type { ResultRow, UsedDevice, achievementCalls } from '@portal/contract/device-record/achievements'
import type { AchievementKind } from '@portal/contract/device-record/device-record'
import { Empty } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveResult, useUsedDevices } from '../device-record.queries.ts'
import { ResultFields } from './result-fields.tsx'

const MOST_DEVICES = 20

interface Props {
  row: ResultRow | null
  /** The instrument from whose page the user came. */
  deviceId: number | undefined
  onDone: () => void
}
/** A result of the user or their group, with the instruments it acknowledges. */
export function ResultForm(props: Props) {
  const query = useUsedDevices()
  const { data } = query
  if (!data) return <Waiting query={query} rows={6} height={30} />
  if (data.length === 0) return <Empty text="您和课题组还没有用过仪器，使用结束后可以登记成果" />
  return <Fields {...props} used={data} />
}

function Fields({ row, deviceId, onDone, used }: Props & { used: readonly UsedDevice[] }) {
  const [kind, setKind] = useState<AchievementKind>(row?.kind ?? 'paper')
  // Another instrument in place of the one asked for would be thanked by mistake.
  const first = deviceId === undefined ? used[0] : used.find((d) => d.id === deviceId)
  const form = useSubmit<typeof achievementCalls.saveResult>(useSaveResult(), {
    initial: row
      ? {
          ...row,
          source: row.source ?? '',
          number: row.number ?? '',
          remark: row.remark ?? '',
          devices: row.claims.map((c) => ({ deviceId: c.device.id, thanked: c.thanked ?? false })),
        }
      : {
          kind: 'paper',
          // The schema reports a missing instrument at its field.
          devices: [{ deviceId: first?.id ?? (undefined as never), thanked: true }],
        },
    args: ({ kind, level, title, people, source, number, achievedOn, remark, devices }) => ({
      body: { id: row?.id ?? null, kind, level, title, people, source, number, achievedOn, remark, devices },
    }),
    done: '成果已登记，由仪器管理员确认后计入统计',
    after: onDone,
  })
  // An instrument that the result already names may be missing from the recently used ones.
  const known = [...used, ...(row?.claims.map((c) => c.device) ?? [])]
  const options = [...new Map(known.map((d) => [d.id, d])).values()].map((d) => ({
    value: d.id,
    label: `${d.name}（${d.serialId}）`,
  }))
  return (
    <FormPage
      form={form}
      submit="登记成果"
      onCancel={onDone}
      onChange={(values) => {
        if (values.kind === kind) return
        setKind(values.kind)
        form.antd.setFieldValue('level', null)
      }}
    >
      <ResultFields kind={kind} />
      <Rows
        name="devices"
        title="使用的仪器"
        one="仪器"
        most={MOST_DEVICES}
        least={1}
        blank={{ deviceId: null, thanked: true }}
        columns="3fr 1fr"
      >
        {(n) => (
          <>
            <Field name={['devices', n, 'deviceId']} label="仪器">
              <Select showSearch={{ optionFilterProp: 'label' }} options={options} />
            </Field>
            <Field name={['devices', n, 'thanked']} label="成果中致谢该仪器" valuePropName="checked">
              <Checkbox>已致谢</Checkbox>
            </Field>
          </>
        )}
      </Rows>
    </FormPage>
  )
}
