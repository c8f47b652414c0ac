import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { PlanRow, RecordRow } from '@portal/contract/asset/maintenance'
import { to } from '../../../lib/paths.ts'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  savePlans,
  saveRecords,
  useLabel,
  usePlans,
  useRecords,
  useRemovePlan,
  useRemoveRecord,
} from '../asset.queries.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { assetFilters as f, deviceColumn, labColumn, findLabelAddress } from '../parts/columns.tsx'
import { PlanForm } from '../parts/plan-form.tsx'
import { RecordForm } from '../parts/record-form.tsx'
import { MAX_SCANNED, serialIn } from '../serial.rules.ts'
import '../parts/asset.css'

const views = [
  { key: 'plans', title: '保养计划' },
  { key: 'records', title: '保养记录' },
] as const

/** `view`: plans or records. `deviceId` (number or label) restricts both to one instrument. */
export default function MaintenancePage() {
  const [search] = useSearchParams()
  const view = search.get('view') === 'records' ? 'records' : 'plans'
  const deviceId = search.get('deviceId')
  const intro = (
    <>
      <AssetNav />
      <LinkTabs label="保养" name="view" tabs={views} value={view} keep={['deviceId']} />
    </>
  )
  return view === 'plans' ? (
    <Plans key={deviceId} deviceId={deviceId} intro={intro} />
  ) : (
    <Records key={deviceId} deviceId={deviceId} intro={intro} />
  )
}

interface Props {
  deviceId: string | null
  intro: ReactNode
}
const planColumns: readonly Column<PlanRow>[] = [
  { key: 'title', title: '保养项目', main: true },
  deviceColumn<PlanRow>(),
  labColumn<PlanRow>(),
  { key: 'everyDays', title: '周期', align: 'right', render: (p) => `${p.everyDays} 天`, phone: false },
  { key: 'nextOn', title: '下次保养', sort: true },
  { key: 'lastOn', title: '上次保养', render: (p) => p.lastOn ?? '—', phone: false },
  { key: 'keeper', title: '负责人', render: (p) => p.keeper.name },
  {
    key: 'state',
    title: '状态',
    render: (p) => (
      <StateTag
        {...(!p.enabled
          ? { tone: 'stopped' as const, text: '已停用' }
          : p.overdue
            ? { tone: 'refused' as const, text: '已逾期' }
            : { tone: 'done' as const, text: '正常' })}
      />
    ),
  },
]

type Asked = { kind: 'plan'; plan: PlanRow } | { kind: 'record'; plan: PlanRow } | { kind: 'new' }
function Plans({ deviceId, intro }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useRemovePlan()
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<PlanRow>
        title="维护保养"
        rows={usePlans}
        intro={intro}
        {...(deviceId && { fixed: { deviceId } })}
        columns={planColumns}
        filters={[
          f.keyword,
          { kind: 'select', name: 'due', label: '到期', options: [{ value: 'true', label: '已到期' }] },
          { kind: 'select', name: 'mine', label: '负责人', options: [{ value: 'true', label: '我负责的' }] },
          {
            kind: 'select',
            name: 'enabled',
            label: '状态',
            options: [
              { value: 'true', label: '启用' },
              { value: 'false', label: '停用' },
            ],
          },
          f.lab,
        ]}
        actions={[
          { label: '登记保养', can: 'record', run: (plan) => setAsked({ kind: 'record', plan }) },
          { label: '修改', can: 'edit', run: (plan) => setAsked({ kind: 'plan', plan }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (p) => ({ title: `删除“${p.title}”？`, text: '已有的保养记录保留。', ok: '删除计划' }),
            run: (p) => remove.run({ params: { id: p.id } }),
          },
        ]}
        onExport={savePlans}
        extra={
          <Button kind="primary" onClick={() => setAsked({ kind: 'new' })}>
            新建计划
          </Button>
        }
        empty={{ text: '没有保养计划：为仪器新建计划，到期自动提醒负责人' }}
      />
      <Modal
        open={asked !== null}
        title={
          asked?.kind === 'record' ? '登记保养' : asked?.kind === 'plan' ? '修改保养计划' : '新建保养计划'
        }
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={720}
      >
        {asked?.kind === 'record' && (
          <RecordForm deviceId={asked.plan.device.id} planId={asked.plan.id} onDone={close} />
        )}
        {asked?.kind === 'plan' && (
          <PlanForm deviceId={asked.plan.device.id} plan={asked.plan} onDone={close} />
        )}
        {asked?.kind === 'new' && <NewPlan deviceId={deviceId} onDone={close} />}
      </Modal>
    </>
  )
}

/** Creates a plan for the instrument of the list, or for one by its number. */
function NewPlan({ deviceId, onDone }: { deviceId: string | null; onDone: () => void }) {
  const [key, setKey] = useState(deviceId ?? '')
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useLabel({ query: { serialId: key } }, { enabled: key !== '' })
  const refusal = data
    ? `${data.device.name}：${data.device.status === 'scrapped' ? '该仪器已报废' : '您不管理该仪器'}，不能新建保养计划`
    : error?.message
  return data?.can.includes('plan') ? (
    <>
      <p>
        <b>{data.device.name}</b>{' '}
        <span className="muted">
          {data.device.serialId}，{data.device.lab.name}
        </span>
      </p>
      <PlanForm deviceId={data.device.id} plan={null} onDone={onDone} />
    </>
  ) : (
    <form
      className="serial-entry"
      onSubmit={(e) => {
        e.preventDefault()
        const wanted = serialIn(typed)
        // The same number again: the answer may have been lost, or the refusal has been cured.
        if (wanted === key) void refetch()
        else setKey(wanted)
      }}
    >
      <label htmlFor="plan-serial">资产编号</label>
      <Input
        id="plan-serial"
        value={typed}
        maxLength={MAX_SCANNED}
        autoComplete="off"
        onChange={(e) => setTyped(e.target.value)}
      />
      {refusal && <p role="alert">{refusal}</p>}
      <Button type="submit" kind="primary" disabled={!typed.trim()}>
        下一步
      </Button>
    </form>
  )
}

const recordColumns: readonly Column<RecordRow>[] = [
  { key: 'doneOn', title: '完成日期', main: true, sort: true },
  deviceColumn<RecordRow>(),
  labColumn<RecordRow>(),
  { key: 'plan', title: '保养项目', render: (r) => r.plan?.name ?? '—' },
  { key: 'what', title: '保养内容' },
  { key: 'doneBy', title: '保养人', phone: false },
  { key: 'cost', title: '费用', align: 'right', render: (r) => <MoneyText fen={r.costFen} /> },
  {
    key: 'files',
    title: '附件',
    render: (r) => (r.files.length ? <FileList files={r.files} /> : '—'),
    phone: false,
  },
]
function Records({ deviceId, intro }: Props) {
  const remove = useRemoveRecord()
  return (
    <ListPage<RecordRow>
      title="维护保养"
      rows={useRecords}
      intro={intro}
      {...(deviceId && { fixed: { deviceId } })}
      columns={recordColumns}
      filters={[f.keyword, f.lab, { ...f.days, label: '登记日期' }]}
      actions={[
        { label: '仪器标签', to: (r) => findLabelAddress(r.device) },
        {
          label: '删除',
          can: 'remove',
          danger: true,
          confirm: (r) => ({
            title: `删除“${r.device.name}”${r.doneOn} 的保养记录？`,
            text: r.plan
              ? `附件一并删除，不能恢复；“${r.plan.name}”的下次保养日期恢复到登记前。`
              : '附件一并删除，不能恢复。',
            ok: '删除记录',
          }),
          run: (r) => remove.run({ params: { id: r.id } }),
        },
      ]}
      onExport={saveRecords}
      extra={
        <ButtonLink kind="primary" to={to('/osp/asset/label', { do: 'record' })}>
          登记保养
        </ButtonLink>
      }
      empty={{ text: '没有保养记录' }}
    />
  )
}
