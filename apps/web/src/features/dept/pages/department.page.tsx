import { Link, useSearchParams } from 'react-router'
import { deptKindWords, MAX_CONTACTS } from '@portal/contract/dept/dept'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { useContacts, useDuty, useOverviews } from '../dept.queries.ts'
import { ContactTable } from '../parts/contact-table.tsx'
import './department.css'

/** The depts that have published a description: their duties and contacts. */
export default function DepartmentPage() {
  const [query] = useSearchParams()
  const { data, error, refetch } = useOverviews({}, { staleTime: 60_000 })
  const chosen = data?.find((d) => d.id === Number(query.get('id'))) ?? data?.[0]
  return (
    <section className="department" aria-label="部门概况">
      <header className="page-head">
        <h1>部门概况</h1>
        <ButtonLink to="/system/persons" icon="user">
          查找人员
        </ButtonLink>
      </header>
      {!data ? (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={24} />
          )}
        </Card>
      ) : !chosen ? (
        <Card>
          <Empty text="还没有单位发布部门概况">
            <Link className="btn" to={to('/share/contact')}>
              查看实验室联系方式
            </Link>
          </Empty>
        </Card>
      ) : (
        <div className="department-body">
          <nav className="card" aria-label="单位">
            <ul>
              {data.map((d) => (
                <li key={d.id}>
                  <Link
                    to={to('/osp/department', { id: d.id })}
                    aria-current={d.id === chosen.id ? 'page' : undefined}
                  >
                    {d.name}
                    <span className="muted">{deptKindWords[d.kind]}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Overview key={chosen.id} deptId={chosen.id} />
        </div>
      )}
    </section>
  )
}

function Overview({ deptId }: { deptId: number }) {
  const duty = useDuty({ query: { deptId } }, { staleTime: 60_000 })
  const contacts = useContacts({ query: { deptId, page: 0, size: MAX_CONTACTS } }, { staleTime: 60_000 })
  const failed = [duty, contacts].find((q) => q.error)
  if (failed?.error)
    return (
      <Card>
        <PageError error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    )
  if (!duty.data || !contacts.data)
    return (
      <Card>
        <Skeleton rows={8} height={24} />
      </Card>
    )
  const { dept, bodyHtml, updatedAt } = duty.data
  return (
    <div className="department-parts">
      <Card title={dept.name} extra={updatedAt && <span className="muted">{formatDay(updatedAt)} 更新</span>}>
        <Facts
          items={[
            { label: '地址', value: dept.address },
            { label: '电话', value: dept.phone && <a href={`tel:${dept.phone}`}>{dept.phone}</a> },
            { label: '邮箱', value: dept.email && <a href={`mailto:${dept.email}`}>{dept.email}</a> },
          ]}
        />
      </Card>
      <Card title="部门职责">
        {bodyHtml ? <RichView html={bodyHtml} /> : <Empty text="还没有填写部门职责" />}
      </Card>
      <Card title="岗位与联系方式">
        {contacts.data.items.length > 0 ? (
          <ContactTable contacts={contacts.data.items} />
        ) : (
          <Empty text="还没有登记岗位" />
        )}
      </Card>
    </div>
  )
}
