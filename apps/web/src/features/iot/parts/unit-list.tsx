import type { ReactNode } from 'react'
import { deniedWords } from '@portal/contract/iot/door-access'
import { unitKindWords, type UnitKind, type UnitRow } from '@portal/contract/iot/iot'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage, type ListPageProps } from '../../../ui/list/list-page.tsx'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { useOpened } from '../../../ui/list/use-opened.ts'
import {
  awaitCommand,
  gateNews,
  orderCommand,
  replaceUnit,
  retireUnit,
  restoreUnits,
  retireUnits,
  saveUnits,
  useUnits,
} from '../iot.queries.ts'
import { TieMany } from './tie-many.tsx'
import { endInParts, namePlace, nameState, UnitTag } from '../iot.words.tsx'

interface Props {
  title: string
  /** Restricts the list to this kind or gateway. */
  kind?: UnitKind
  gatewayId?: number
  intro?: ReactNode
  extra?: ReactNode
  plain?: true
}
/** Sub-devices: all, those of one gateway, the doors, or the switches. */
export function UnitList({ title, kind, gatewayId, intro, extra, plain }: Props) {
  useLive(['gates'], gateNews)
  const tying = useOpened<readonly UnitRow[]>()
  return (
    <>
      <ListPage<UnitRow>
        title={title}
        rows={useUnits}
        columns={kind ? columns.filter((c) => c.key !== 'kind') : columns}
        filters={kind ? filters.filter((f) => f.name !== 'kind') : filters}
        fixed={{ ...(kind && { kind }), ...(gatewayId !== undefined && { gatewayId }) }}
        actions={actions}
        batch={[
          {
            label: (count) => `关联到房间或实验室（${count}）`,
            can: 'edit',
            opens: true,
            run: tying.open,
          },
          retireMany,
          restoreMany,
        ]}
        onExport={saveUnits}
        intro={intro}
        extra={extra}
        {...(plain && { plain })}
        empty={{ text: kind ? `还没有${unitKindWords[kind]}` : '还没有子设备' }}
      />
      <TieMany units={tying.about} onEnd={tying.shut} />
    </>
  )
}

const order = (what: 'open' | 'on' | 'off', word: string) => async (u: UnitRow, reason: string) => {
  const { id } = await orderCommand.run({ params: { id: u.id }, body: { what, reason } })
  say('info', `${word}指令已发出，正在等待网关应答`)
  // The user continues working; the result is shown when it is known.
  void sayOutcome(`${u.name}：${word}`, id)
}
async function sayOutcome(what: string, id: number): Promise<void> {
  try {
    const { done, why } = await awaitCommand(id)
    if (done) say('success', `${what}已执行`)
    else if (done === false) say('warning', `${what}未执行，${(why && deniedWords[why]) ?? '设备没有接受'}`)
    else say('warning', `${what}没有得到网关应答，请查看现场或稍后重试`)
  } catch {
    say('warning', `${what}的结果没有取到，请查看记录`)
  }
}
const why = { label: '操作原因', required: true, maxLength: 200 }
const restoreReason = { label: '恢复原因', required: true, maxLength: 200 }
/** Newest first: of several units of one port the latest is restored, also if they are in different parts. */
const restore = (some: readonly UnitRow[], reason: string): Promise<void> =>
  endInParts(
    [...some].sort((a, b) => b.id - a.id),
    (part) => restoreUnits.run({ body: { ids: part.map((u) => u.id), reason } }),
    '恢复',
    '子设备',
  )
const actions: ListPageProps<UnitRow>['actions'] = [
  { label: '查看', to: (u) => to('/iot-device/iot-sub-device', { id: u.id }) },
  {
    label: '远程开门',
    can: 'open',
    confirm: (u) => ({ title: `远程打开“${u.name}”？`, text: '开门记录将写明操作人和原因。', ok: '开门' }),
    reason: why,
    run: order('open', '开门'),
  },
  {
    label: '断电',
    can: 'switch',
    show: (u) => u.on === true,
    danger: true,
    confirm: (u) => ({
      title: `断开“${u.name}”的电源？`,
      text: '正在运行的仪器会立即停电，生效中的手动供电授权同时收回；恢复供电需重新授权。',
      ok: '断电',
    }),
    reason: why,
    run: order('off', '断电'),
  },
  {
    label: '通电',
    can: 'switch',
    show: (u) => u.on !== true,
    confirm: (u) => ({
      title: `接通“${u.name}”的电源？`,
      text: '只在有预约或手动供电授权的时间内执行；没有时请先新增手动供电。',
      ok: '通电',
    }),
    reason: why,
    run: order('on', '通电'),
  },
  { label: '修改', can: 'edit', to: (u) => to('/iot-device/iot-sub-device', { edit: u.id }) },
  {
    label: '更换',
    can: 'replace',
    confirm: (u) => ({
      title: `更换“${u.name}”？`,
      text: '新设备沿用端口、位置、设置和授权；旧设备的记录保留备查。',
      ok: '更换',
    }),
    reason: { label: '更换说明', required: true, maxLength: 200 },
    run: async (u, remark) => {
      await replaceUnit.run({ params: { id: u.id }, body: { remark } })
      say('success', '已更换')
    },
  },
  {
    label: '停用',
    can: 'retire',
    danger: true,
    confirm: (u) => ({ title: `停用“${u.name}”？`, text: '网关不再按预约控制它，记录保留。', ok: '停用' }),
    reason: { label: '停用原因', required: true, maxLength: 200 },
    run: async (u, reason) => {
      await retireUnit.run({ params: { id: u.id }, body: { reason } })
      say('success', '已停用')
    },
  },
  {
    label: '恢复',
    can: 'restore',
    confirm: (u) => ({
      title: `恢复“${u.name}”？`,
      text: '沿用原来的端口、位置、设置和授权。',
      ok: '恢复',
    }),
    reason: restoreReason,
    run: (u, reason) => restore([u], reason),
  },
]
const retireMany: BatchAction<UnitRow> = {
  label: (count) => `批量停用（${count}）`,
  can: 'retire',
  danger: true,
  confirm: (some) => ({
    title: `停用 ${some.length} 个子设备？`,
    text: '网关不再按预约控制它们，记录保留。',
    ok: '停用',
  }),
  reason: { label: '停用原因', required: true, maxLength: 200 },
  run: (some, reason) =>
    endInParts(
      some,
      (part) => retireUnits.run({ body: { ids: part.map((u) => u.id), reason } }),
      '停用',
      '子设备',
    ),
}
const restoreMany: BatchAction<UnitRow> = {
  label: (count) => `批量恢复（${count}）`,
  can: 'restore',
  confirm: (some) => ({
    title: `恢复 ${some.length} 个子设备？`,
    text: '沿用原来的端口、位置、设置和授权；端口已由其他设备使用的不恢复。',
    ok: '恢复',
  }),
  reason: restoreReason,
  run: (some, reason) => restore(some, reason),
}
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '名称、型号、仪器或网关' },
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(unitKindWords) },
  { kind: 'flag', name: 'retired', label: '包括已停用' },
]
const columns: readonly Column<UnitRow>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'kind', title: '类型', render: (u) => unitKindWords[u.kind] },
  { key: 'gateway', title: '网关', render: (u) => `${u.gateway.name} / ${u.number}` },
  { key: 'place', title: '关联', render: namePlace },
  { key: 'state', title: '当前状态', render: nameState },
  { key: 'online', title: '通信', render: (u) => <UnitTag unit={u} /> },
]
