import { Select } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { deptCalls, DeptDuty } from '@portal/contract/dept/dept'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useDuty, useOverviews, useWriteDuty } from '../dept.queries.ts'
import { Contacts } from '../parts/contacts.tsx'
import './overview.css'

/** What a dept says of itself on the front site, written by its own editors. */
export default function OverviewPage() {
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const mine = useOverviews({ query: { editable: 'true' } })
  const published = useOverviews({})
  // Whoever only looks on sees what readers see.
  const depts = mine.data?.length ? mine.data : published.data
  const chosen =
    depts?.find((d) => d.id === Number(query.get('id'))) ?? depts?.find((d) => d.written) ?? depts?.[0]
  const failed = [mine, published].find((q) => q.error)
  return (
    <section className="overview" aria-label="部门概况">
      <header className="page-head">
        <h1>部门概况</h1>
        {chosen && (
          <div className="page-extra">
            <ButtonLink to={to('/osp/department', { id: chosen.id })} icon="eye">
              查看页面
            </ButtonLink>
          </div>
        )}
      </header>
      <Card>
        {failed?.error ? (
          <PageError error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !depts || !mine.data ? (
          <Skeleton rows={1} height={32} />
        ) : !chosen ? (
          <Empty text="还没有单位发布部门概况；您没有可以编辑的单位" />
        ) : (
          <p className="overview-dept">
            <label htmlFor={id}>单位</label>
            <Select<number>
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              options={depts.map((d) => ({ value: d.id, label: d.written ? d.name : `${d.name}（未填写）` }))}
              value={chosen.id}
              onChange={(deptId) => setQuery({ id: String(deptId) })}
            />
          </p>
        )}
      </Card>
      {chosen && <Overview key={chosen.id} deptId={chosen.id} />}
    </section>
  )
}

function Overview({ deptId }: { deptId: number }) {
  const query = useDuty({ query: { deptId } })
  const data = query.data
  if (!data) return <Waiting query={query} height={24} />
  return (
    <>
      {data.can.includes('edit') ? (
        <DutyForm duty={data} />
      ) : (
        <Card title="部门职责">
          {data.bodyHtml ? <RichView html={data.bodyHtml} /> : <Empty text="还没有填写部门职责" />}
        </Card>
      )}
      <Contacts deptId={deptId} mayEdit={data.can.includes('edit')} />
    </>
  )
}

function DutyForm({ duty: { dept, bodyHtml } }: { duty: DeptDuty }) {
  const form = useSubmit<typeof deptCalls.writeDuty, { bodyHtml: string }>(useWriteDuty(), {
    initial: { bodyHtml },
    args: (values) => ({ body: { deptId: dept.id, bodyHtml: values.bodyHtml } }),
    done: '部门职责已保存',
  })
  return (
    <FormPage form={form} submit="保存部门职责" columns={2}>
      <Field name="bodyHtml" label="部门职责" wide>
        <RichText label="部门职责" rows={10} />
      </Field>
    </FormPage>
  )
}
