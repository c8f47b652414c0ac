import { useState } from 'react'
import { Link } from 'react-router'
import { labRoleWords, type MyLabRow } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useWords } from '../shared/words.ts'
import { People } from './people.tsx'

const roleWords = { ...labRoleWords, reviewer: '设备审核员' }

const leading: readonly MyLabRow['roles'][number][] = ['lab_director', 'lab_admin']
/**
 * Whether /lab/manage opens for the user. Rights to opening hours do not open it, nor does the right to all
 * instruments, from which a member or reviewer has `device`.
 */
const opensManagement = ({ can, roles }: MyLabRow): boolean =>
  can.some((edit) => edit !== 'opening' && (edit !== 'device' || roles.some((r) => leading.includes(r))))

/** One of the user's labs, with the user's role in it. */
export function LabCard({ lab }: { lab: MyLabRow }) {
  const typeOf = useWords('lab_type')
  const gradeOf = useWords('lab_grade')
  return (
    <article className="card lab-card" aria-label={lab.name}>
      <header>
        <h2>
          <Link to={to('/lab/homepage', { serialId: lab.serialId })}>{lab.name}</Link>
        </h2>
        {!lab.enabled && <StateTag tone="stopped" text="已停用" />}
        <ul aria-label="我的身份">
          {lab.roles.map((r) => (
            <li key={r}>{roleWords[r]}</li>
          ))}
        </ul>
      </header>
      <Facts
        items={[
          { label: '编号', value: lab.serialId },
          { label: '单位', value: lab.dept.name },
          { label: '类型', value: [typeOf(lab.type), gradeOf(lab.grade)].filter(Boolean).join(' · ') },
          { label: '主任', value: lab.directors.join('、') },
          { label: '电话', value: lab.phone && <a href={`tel:${lab.phone}`}>{lab.phone}</a> },
          { label: '邮箱', value: lab.email && <a href={`mailto:${lab.email}`}>{lab.email}</a> },
          { label: '地点', value: lab.room && `${lab.room.building} ${lab.room.name}` },
          { label: '仪器', value: `${lab.devices} 台，其中共享 ${lab.sharedDevices} 台` },
        ]}
      />
      <LabPeople lab={lab} />
      <nav aria-label={`${lab.name}的页面`} className="lab-card-links">
        {lab.enabled && (
          <ButtonLink to={to('/osp/share-platform', { labId: lab.id })} icon="device">
            共享仪器
          </ButtonLink>
        )}
        {lab.roles.some((r) => r !== 'lab_member') && (
          <ButtonLink to="/account/audit-list">审核任务</ButtonLink>
        )}
        {lab.can.includes('opening') && <ButtonLink to="/open-sharing/open-set">开放设置</ButtonLink>}
        {opensManagement(lab) && (
          <ButtonLink to={to('/lab/manage', { serialId: lab.serialId })}>管理实验室</ButtonLink>
        )}
      </nav>
    </article>
  )
}

/** Loaded when the user unfolds it. */
function LabPeople({ lab }: { lab: MyLabRow }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="lab-card-people" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>人员</summary>
      {open && <People labId={lab.id} />}
    </details>
  )
}
