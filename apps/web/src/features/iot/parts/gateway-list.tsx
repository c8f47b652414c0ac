import {
  gatewayStateWords,
  iotOffice,
  MOST_CHOSEN,
  proofWords,
  type GatewayRow,
} from '@portal/contract/iot/iot'
import { formatSecond } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { sendInParts } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import {
  gateNews,
  renewCodes,
  renewUnits,
  restoreGateways,
  retireGateways,
  saveGateways,
  useGateways,
} from '../iot.queries.ts'
import { endInParts, GatewayTag } from '../iot.words.tsx'
import type { IssuedCode } from './code-card.tsx'

/** All gateways: codes for several at once, out of service and back. */
export function GatewayList({ onIssued }: { onIssued: (issued: readonly IssuedCode[]) => void }) {
  const office = useHolds(iotOffice)
  useLive(['gates'], gateNews)
  return (
    <ListPage<GatewayRow>
      title="物联设备"
      rows={useGateways}
      columns={columns}
      filters={filters}
      batch={[
        {
          label: (count) => `签发注册码（${count}）`,
          can: 'renew',
          confirm: (some) => ({
            title: `为 ${some.length} 个网关签发注册码？`,
            text: '注册码只显示一次；已注册的网关在新硬件使用注册码后失效。',
            ok: '签发注册码',
          }),
          run: async (some) => {
            // Codes are shown only once: those of the parts before a failure are shown as well.
            const show = (parts: readonly (readonly IssuedCode[])[], unanswered = 0) => {
              if (unanswered > 0) say('warning', `${unanswered} 个网关没有得到答复，请重新签发注册码`)
              onIssued(parts.flat())
            }
            const renew = (part: readonly GatewayRow[]) =>
              renewCodes.run({ body: { ids: part.map((g) => g.id) } })
            show(await sendInParts(some, renew, show, MOST_CHOSEN))
          },
        },
        {
          label: (count) => `批量停用（${count}）`,
          can: 'edit',
          danger: true,
          confirm: (some) => ({
            title: `停用 ${some.length} 个网关？`,
            text: '停用后不能再连接，记录保留；还有使用中子设备的网关不停用。',
            ok: '停用',
          }),
          reason: { label: '停用原因', required: true, maxLength: 200 },
          run: (some, reason) =>
            endInParts(
              some,
              (part) => retireGateways.run({ body: { ids: part.map((g) => g.id), reason } }),
              '停用',
              '网关',
            ),
        },
        {
          label: (count) => `批量恢复（${count}）`,
          can: 'restore',
          confirm: (some) => ({
            title: `恢复 ${some.length} 个网关？`,
            text: '恢复后为待注册，签发注册码并录入网关后重新连接；记录和子设备保留。',
            ok: '恢复',
          }),
          reason: { label: '恢复原因', required: true, maxLength: 200 },
          run: (some, reason) =>
            endInParts(
              some,
              (part) => restoreGateways.run({ body: { ids: part.map((g) => g.id), reason } }),
              '恢复',
              '网关',
            ),
        },
      ]}
      onExport={saveGateways}
      intro={
        <p className="muted">
          网关按平台签发的授权名单开门、供电；断网 30 小时内仍按名单执行，恢复后补传记录。
        </p>
      }
      extra={
        office && (
          <>
            <ButtonLink to={to('/iot/iot-device', { mapping: 'all' })}>设备协议</ButtonLink>
            <ButtonLink to={to('/iot-device/iot-sub-device')}>全部子设备</ButtonLink>
            <ImportButton kind="iot-gateway" onDone={() => void renewUnits()} />
            <ButtonLink kind="primary" to={to('/iot/iot-device', { add: 'new' })}>
              新增网关
            </ButtonLink>
          </>
        )
      }
      actions={[
        { label: '查看', to: (g) => to('/iot/iot-device', { id: g.id }) },
        { label: '修改', can: 'edit', to: (g) => to('/iot/iot-device', { edit: g.id }) },
      ]}
      empty={{ text: '还没有网关' }}
    />
  )
}
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '名称、硬件编号、备注' },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(gatewayStateWords) },
]
const columns: readonly Column<GatewayRow>[] = [
  { key: 'name', title: '网关', main: true },
  { key: 'state', title: '状态', render: (g) => <GatewayTag state={g.state} /> },
  { key: 'room', title: '位置', render: (g) => g.room?.name },
  { key: 'units', title: '子设备', align: 'right' },
  {
    key: 'proof',
    title: '接入方式',
    render: (g) => (g.enrolledAt ? proofWords[g.proof] : null),
    phone: false,
  },
  { key: 'firmware', title: '固件', render: (g) => g.firmware, phone: false },
  { key: 'signal', title: '信号', render: (g) => (g.signal === null ? null : `${g.signal} dBm`) },
  { key: 'seenAt', title: '最近通信', render: (g) => g.seenAt && formatSecond(g.seenAt) },
]
