import { Link } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'

/** The lab's contact data and location. */
export default function ContactPage() {
  return (
    <LabScreen title="联系我们">
      {(lab) => (
        <>
          <Card title="联系方式">
            <Facts
              items={[
                { label: '电话', value: lab.phone && <a href={`tel:${lab.phone}`}>{lab.phone}</a> },
                { label: '邮箱', value: lab.email && <a href={`mailto:${lab.email}`}>{lab.email}</a> },
                {
                  label: '地点',
                  value: lab.room && (
                    <Link
                      to={to('/lab/chamberInfo', { serialId: lab.serialId, roomId: lab.room.id })}
                    >{`${lab.room.building} ${lab.room.name}`}</Link>
                  ),
                },
                { label: '单位', value: lab.dept.name },
              ]}
            />
          </Card>
          <People title="实验室主任" people={lab.directors} />
          <People title="实验室管理员" people={lab.admins} />
        </>
      )}
    </LabScreen>
  )
}

function People({ title, people }: { title: string; people: LabDetail['admins'] }) {
  return (
    <Card title={title}>
      {people.length === 0 ? (
        <Empty text="未登记" />
      ) : (
        <ul className="lab-people">
          {people.map((p) => (
            <li key={p.id}>
              <strong>{p.name}</strong>
              {p.phone && <a href={`tel:${p.phone}`}>{p.phone}</a>}
              {p.email ? (
                <a href={`mailto:${p.email}`}>{p.email}</a>
              ) : (
                <span className="muted">邮箱未登记</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
