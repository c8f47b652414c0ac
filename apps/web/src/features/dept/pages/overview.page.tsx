import { useState } from 'react'
import type { deptCalls, DeptDuty } from '@portal/contract/dept/dept'
import { Card, Empty } from '../../../ui/light.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useDuty, useWriteDuty } from '../dept.queries.ts'
import { ChosenDept } from '../parts/chosen-dept.tsx'
import { Contacts } from '../parts/contacts.tsx'
import './overview.css'

/** A dept's description on the front site, written by its own editors. */
export default function OverviewPage() {
  return <ChosenDept title="部门概况">{(deptId) => <Overview key={deptId} deptId={deptId} />}</ChosenDept>
}

function Overview({ deptId }: { deptId: number }) {
  // No cached data: the form must start from the current text.
  const query = useDuty({ query: { deptId } }, { staleTime: 0 })
  const data = query.data
  if (!data || !query.isFetchedAfterMount) return <Waiting query={query} height={24} />
  return (
    <>
      {data.can.includes('edit') ? (
        <DutyForm duty={data} />
      ) : (
        <Card title="部门职责">
          {data.bodyHtml ? <RichView html={data.bodyHtml} /> : <Empty text="还没有填写部门职责" />}
        </Card>
      )}
      <Contacts deptId={deptId} mayEdit={data.can.includes('team')} />
    </>
  )
}

function DutyForm({ duty: { dept, bodyHtml, updatedAt } }: { duty: DeptDuty }) {
  // The version that the form started from, so that the server can report another person's save in between.
  const [seenAt, setSeenAt] = useState(updatedAt)
  const form = useSubmit<typeof deptCalls.writeDuty, { bodyHtml: string }>(useWriteDuty(), {
    initial: { bodyHtml },
    args: (values) => ({ body: { deptId: dept.id, bodyHtml: values.bodyHtml, seenAt } }),
    done: '部门职责已保存',
    after: (saved) => setSeenAt(saved.updatedAt),
  })
  return (
    <FormPage form={form} submit="保存部门职责" columns={2}>
      <Field name="bodyHtml" label="部门职责" wide>
        <RichText label="部门职责" rows={10} />
      </Field>
    </FormPage>
  )
}
