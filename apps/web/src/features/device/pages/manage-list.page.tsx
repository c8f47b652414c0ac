import { Link, useNavigate } from 'react-router'
import { deviceStatuses, deviceStatusWords } from '@portal/contract/device/device'
import {
  deviceOperationWords,
  type DeviceOperation,
  type ManagedDevice,
} from '@portal/contract/device/manage'
import { MAX_LABELS } from '@portal/contract/stock-in/stock-in'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { sayInParts } from '../../../lib/verdicts.ts'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { DeviceTrend } from '../../statistics/shared/trend.tsx'
import { openingTag } from '../../opening/shared/opening-tag.ts'
import { useCategoryFilter, useDeptFilter } from '../device.queries.ts'
import { hours, statusText, statusTones } from '../device.words.ts'
import {
  renewDevices,
  saveDevices,
  useManagedDevices,
  useOperateMany,
  useRemoveDevice,
} from '../manage.queries.ts'
import './manage-list.css'

const money = (name: 'priceFrom' | 'priceTo', label: string): Filter => ({
  kind: 'custom',
  typed: true,
  name,
  label,
  render: (value, set, id) => (
    <MoneyInput
      id={id}
      value={value ? Number(value) : (undefined as never)}
      onChange={(fen) => set(fen ?? null)}
    />
  ),
})
const filters: readonly Filter[] = [
  { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、型号、编号、拼音或首字母' },
  {
    kind: 'select',
    name: 'status',
    label: '状态',
    multiple: true,
    options: deviceStatuses.map((s) => ({ value: s, label: deviceStatusWords[s] })),
  },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptFilter },
  { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
  { kind: 'select', name: 'categoryId', label: '分类', options: useCategoryFilter },
  {
    kind: 'select',
    name: 'shared',
    label: '共享',
    options: [
      { value: 'true', label: '已共享' },
      { value: 'false', label: '未共享' },
    ],
  },
  {
    kind: 'select',
    name: 'opened',
    label: '开放预约',
    options: [
      { value: 'true', label: '已开放' },
      { value: 'false', label: '未开放' },
    ],
  },
  money('priceFrom', '原值不低于'),
  money('priceTo', '原值不高于'),
]

const detail = (d: ManagedDevice, tab?: string) => to('/maintain/deviceDetail', { id: d.id, tab })
/** A second, small line in a cell. */
const under = (text: string | null) => text && <small className="device-under">{text}</small>
const columns: readonly Column<ManagedDevice>[] = [
  {
    key: 'name',
    title: '仪器',
    main: true,
    sort: true,
    width: '22%',
    render: (d) => (
      <TwoLines
        first={
          <Link to={detail(d)} title={d.name}>
            {d.name}
          </Link>
        }
        second={d.model}
      />
    ),
  },
  {
    key: 'serialId',
    title: '资产编号',
    render: (d) => (
      <>
        {d.serialId}
        {under(d.category)}
      </>
    ),
  },
  {
    key: 'lab',
    title: '实验室与单位',
    width: '18%',
    render: (d) => <TwoLines first={d.lab.name} second={d.dept.name} />,
  },
  // Shown by default to users who have questions about instruments.
  { key: 'contact', title: '联系人', phone: false, for: ['assets', 'benches'] },
  {
    key: 'price',
    title: '原值',
    sort: true,
    align: 'right',
    render: (d) => (
      <>
        <MoneyText fen={d.priceFen} />
        {under(d.boughtOn && `${formatDay(d.boughtOn)} 购置`)}
      </>
    ),
  },
  {
    key: 'status',
    title: '状态',
    render: (d) => <StateTag tone={statusTones[d.status]} text={statusText(d)} />,
  },
  {
    key: 'shared',
    title: '共享',
    render: (d) =>
      d.readiness.opened ? <StateTag {...openingTag(d.readiness)} /> : d.shared ? '已共享，未开放' : '自用',
  },
  {
    key: 'use',
    title: '近一年使用',
    sort: true,
    align: 'right',
    render: (d) => (
      <span className="device-use">
        <span className="num">{hours(d.usedMinutes)}</span>
        <DeviceTrend deviceId={d.id} />
      </span>
    ),
    phone: false,
  },
]

/** The batch actions. */
function useBatch(): BatchAction<ManagedDevice>[] {
  const operate = useOperateMany()
  const go = useNavigate()
  const one = (event: DeviceOperation, text: string, reason = false): BatchAction<ManagedDevice> => ({
    label: (n) => `${deviceOperationWords[event]} ${n} 台`,
    can: 'edit',
    confirm: (rows) => ({
      title: `${deviceOperationWords[event]} ${rows.length} 台？`,
      text,
      ok: `${deviceOperationWords[event]} ${rows.length} 台`,
    }),
    ...(reason && { reason: { label: '原因', required: true, maxLength: 200 } }),
    run: (rows, because) => {
      const names = new Map(rows.map((d) => [d.id, d.name]))
      return sayInParts(
        rows,
        (part) =>
          operate.run({ body: { ids: part.map((d) => d.id), event, ...(reason && { reason: because }) } }),
        deviceOperationWords[event],
        (id) => names.get(id) ?? String(id),
      )
    },
  })
  return [
    one('share', '全校登录用户都能看到这些仪器。'),
    one('unshare', '其他人不再能看到和预约这些仪器。'),
    one('maintain', '维护期间不能预约，已有预约的人会收到提醒。', true),
    one('restore', '可以重新预约，已有预约的人会收到提醒。'),
    {
      label: (n) => `打印标签 ${n} 张`,
      can: 'edit',
      opens: true,
      run: (rows) => {
        if (rows.length <= MAX_LABELS)
          return go(to('/osp/storage/storageFinish', { devices: rows.map((d) => d.id).join(',') }))
        say('error', `一次最多打印 ${MAX_LABELS} 张标签`)
        return false
      },
    },
  ]
}

export default function ManageListPage() {
  const everything = useHolds(['DEVICE_ALL'])
  const remove = useRemoveDevice()
  const batch = useBatch()
  const actions: readonly RowAction<ManagedDevice>[] = [
    { label: '查看', to: (d) => detail(d) },
    ...(everything
      ? [{ label: '编辑', can: 'edit', to: (d: ManagedDevice) => to('/maintain/deviceEdit', { id: d.id }) }]
      : [{ label: '编辑', can: 'edit', to: (d: ManagedDevice) => detail(d, 'base') }]),
    { label: '维修记录', can: 'edit', to: (d) => detail(d, 'repairs') },
    { label: '开放设置', can: 'open', to: (d) => to('/open-sharing/open-set', { deviceId: d.id }) },
    {
      label: '删除',
      can: 'remove',
      danger: true,
      confirm: (d) => ({
        title: `删除仪器 ${d.name}？`,
        text: '只有从未被预约的仪器才能删除，删除后不能恢复。不再使用的仪器请标为“已报废”。',
        ok: '删除仪器',
      }),
      run: (d) => remove.run({ params: { id: d.id } }).then(() => say('success', '仪器已删除')),
    },
  ]
  return (
    <ListPage<ManagedDevice>
      title="仪器管理"
      rows={useManagedDevices}
      order="name asc"
      columns={columns}
      filters={filters}
      actions={actions}
      batch={batch}
      onExport={saveDevices}
      extra={
        everything && (
          <>
            <ImportButton kind="device" onDone={renewDevices} />
            <ButtonLink kind="primary" to={to('/maintain/deviceAdd')}>
              新增仪器
            </ButtonLink>
          </>
        )
      }
      empty={{ text: '没有您可以管理的仪器' }}
    />
  )
}
