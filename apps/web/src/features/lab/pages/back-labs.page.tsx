import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { LabRow } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { renewLabs, saveLabs, useEnableLab, useManagedLabs, useRemoveLab } from '../back.queries.ts'
import { closingly } from '../shared/closing.ts'
import { useWords } from '../shared/words.ts'
import { managedFilters } from '../parts/managed-filters.ts'
import { NewLab } from '../parts/new-lab.tsx'

/** The labs that the user manages: all with `LABORATORY_ALL`, otherwise those they direct or administer. */
export default function BackLabsPage() {
  const all = useHolds(['LABORATORY_ALL'])
  const navigate = useNavigate()
  const enable = useEnableLab()
  const remove = useRemoveLab()
  const [adding, setAdding] = useState(false)
  const close = () => setAdding(false)
  return (
    <>
      <ListPage<LabRow>
        title="实验室管理"
        rows={useManagedLabs}
        order="serialId asc"
        columns={columns}
        filters={managedFilters}
        onExport={saveLabs}
        extra={
          all && (
            <>
              <ImportButton kind="lab" onDone={() => void renewLabs()} />
              <Button kind="primary" onClick={() => setAdding(true)}>
                新增实验室
              </Button>
            </>
          )
        }
        actions={[
          { label: '资料', to: (l) => to('/maintain/lab/maintainInfo', { id: l.id }) },
          { label: '管理员', to: (l) => to('/maintain/lab/manages', { id: l.id }) },
          { label: '主页', to: (l) => to('/lab/homepage', { serialId: l.serialId }) },
          {
            label: (l) => (l.enabled ? '停用' : '启用'),
            can: 'base',
            confirm: (l) =>
              l.enabled
                ? {
                    title: `停用“${l.name}”？`,
                    text: '停用后不再出现在实验室平台，其仪器不再接受预约；已有预约保留。',
                    ok: '停用实验室',
                    danger: true,
                  }
                : { title: `启用“${l.name}”？`, text: '启用后重新出现在实验室平台。', ok: '启用实验室' },
            run: (l) =>
              closingly((accept) =>
                enable.run({ params: { id: l.id }, body: { enabled: !l.enabled, accept }, quiet: true }),
              ).then((done) => done && say('success', l.enabled ? '实验室已停用' : '实验室已启用')),
          },
          {
            label: '删除',
            show: () => all,
            danger: true,
            confirm: (l) => ({
              title: `删除“${l.name}”？`,
              text: '没有仪器和业务记录的实验室才能删除，图片一并删除，不能恢复。',
              ok: '删除实验室',
            }),
            run: (l) => remove.run({ query: { id: l.id } }).then(() => say('success', '实验室已删除')),
          },
        ]}
        empty={{ text: '您没有可以管理的实验室' }}
      />
      <Modal open={adding} title="新增实验室" footer={null} onCancel={close} destroyOnHidden width={720}>
        <NewLab onDone={close} onMade={(id) => void navigate(to('/maintain/lab/manages', { id }))} />
      </Modal>
    </>
  )
}

function Kind({ type, grade }: Pick<LabRow, 'type' | 'grade'>) {
  const [typeWord, gradeWord] = [useWords('lab_type')(type), useWords('lab_grade')(grade)]
  return <TwoLines first={typeWord ?? '未登记'} second={gradeWord} />
}
const columns: readonly Column<LabRow>[] = [
  { key: 'name', title: '实验室', main: true, sort: true },
  { key: 'serialId', title: '编号', sort: true },
  { key: 'dept', title: '单位', render: (l) => l.dept.name },
  {
    key: 'type',
    title: '类型与级别',
    render: (l) => <Kind type={l.type} grade={l.grade} />,
  },
  { key: 'directors', title: '主任', render: (l) => l.directors.join('、') || '未指定' },
  {
    key: 'room',
    title: '地点',
    render: (l) => (l.room ? `${l.room.building} ${l.room.name}` : '未登记'),
    phone: false,
  },
  {
    key: 'devices',
    title: '共享/仪器',
    align: 'right',
    render: (l) => `${l.sharedDevices} / ${l.devices}`,
  },
  {
    key: 'enabled',
    title: '状态',
    render: (l) => <StateTag tone={l.enabled ? 'done' : 'stopped'} text={l.enabled ? '启用' : '停用'} />,
  },
]
