import { useState } from 'react'
import type {
  AchievementKind,
  AchievementRow,
  deviceRecordCalls,
} from '@portal/contract/device-record/device-record'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveAchievement } from '../device-record.queries.ts'
import { ResultFields } from './result-fields.tsx'

export function AchievementForm({
  deviceId,
  row,
  onDone,
}: {
  deviceId: number
  row: AchievementRow | null
  onDone: () => void
}) {
  const [kind, setKind] = useState<AchievementKind>(row?.kind ?? 'paper')
  const { id: _id, can: _can, ...known } = row ?? { id: 0, can: [] }
  const form = useSubmit<typeof deviceRecordCalls.saveAchievement>(useSaveAchievement(), {
    initial: { kind: 'paper', ...known },
    args: (values) => ({ body: { ...values, id: row?.id ?? null, deviceId } }),
    done: '成果已保存',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="保存成果"
      onCancel={onDone}
      onChange={(values) => {
        if (values.kind === kind) return
        setKind(values.kind)
        form.antd.setFieldValue('level', null)
      }}
    >
      <ResultFields kind={kind} />
    </FormPage>
  )
}
