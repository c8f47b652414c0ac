import { Input, InputNumber, Select } from 'antd'
import { useNavigate } from 'react-router'
import { schoolKindWords, yearWords, type SchoolKind } from '@portal/contract/ministry-report/layout'
import type { ministryReportCalls, YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { useOpen, useSet } from '../ministry-report.queries.ts'

interface Values {
  year?: number
  schoolCode?: string
  schoolKind?: SchoolKind
}
const listSettings = (v: Values) => ({
  schoolCode: v.schoolCode ?? '',
  schoolKind: v.schoolKind ?? ('undergraduate' as const),
})
const Settings = () => (
  <>
    <Field name="schoolCode" label="学校代码" hint="写入每张表的每一行">
      <Input maxLength={20} />
    </Field>
    <Field
      name="schoolKind"
      label="学校类别"
      hint="普通本科学校上报 SJ1–SJ7 与 SZ1，高等职业学校上报 SJ1–SJ3、SJ7 与 SZ2"
    >
      <Select options={listOptions(schoolKindWords)} />
    </Field>
  </>
)

/** Opens a school year; it starts with the previous year's layout. */
export function OpenYear({ onDone }: { onDone: () => void }) {
  const go = useNavigate()
  const today = formatDay(new Date())
  const running = Number(today.slice(0, 4)) - (today.slice(5) < '09-01' ? 1 : 0)
  const form = useSubmit<typeof ministryReportCalls.open, Values>(useOpen(), {
    initial: { year: running, schoolKind: 'undergraduate' },
    args: (v) => ({ body: { year: v.year ?? 0, ...listSettings(v) } }),
    done: ({ year }) => `${yearWords(year)}已建立，请核对版式后取数`,
    after: ({ year }) => {
      onDone()
      void go(to('/report/ministry', { year }))
    },
  })
  return (
    <FormPage form={form} submit="建立学年" onCancel={onDone}>
      <Field name="year" label="学年开始的年份" hint="2025 即 2025 年 9 月 1 日至 2026 年 8 月 31 日">
        <InputNumber min={2000} max={2099} />
      </Field>
      <Settings />
    </FormPage>
  )
}

export function SetYear({ year, onDone }: { year: YearDetail; onDone: () => void }) {
  const form = useSubmit<typeof ministryReportCalls.set, Values>(useSet(), {
    initial: { schoolCode: year.schoolCode ?? '', schoolKind: year.schoolKind },
    args: (v) => ({ params: { year: year.year }, body: listSettings(v) }),
    done: '设置已保存，重新取数后写入各行',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存设置" onCancel={onDone}>
      <Settings />
    </FormPage>
  )
}
