import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  gatewayStateWords,
  iotOffice,
  lineWords,
  MOST_CHOSEN,
  proofWords,
  type GatewayRow,
} from '@portal/contract/iot/iot'
import { EMPTY, formatMinute, formatSecond } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { ask, askReason, say } from '../../../lib/tell.ts'
import { sendInParts } from '../../../lib/verdicts.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { PageError } from '../../../ui/page-error.tsx'
import {
  gateNews,
  gatewayAccount,
  useMapping,
  renewCode,
  renewCodes,
  renewUnits,
  restoreGateways,
  retireGateway,
  retireGateways,
  revokeCertificate,
  saveGateways,
  useGateway,
  useGateways,
} from '../iot.queries.ts'
import { endInParts, GatewayTag } from '../iot.words.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { BindCertificate, listProof } from '../parts/certificate.tsx'
import { CodeCard, type IssuedCode } from '../parts/code-card.tsx'
import { AccountCard, type IssuedAccount } from '../parts/account-card.tsx'
import { MappingForm } from '../parts/mapping-form.tsx'
import { MappingList } from '../parts/mapping-list.tsx'
import { EditGateway, NewGateway } from '../parts/gateway-form.tsx'
import { UnitList } from '../parts/unit-list.tsx'
import '../iot.css'

/** 物联设备: gateways; the form with `add` or `edit` in the address, one gateway with `id`. */
export default function GatewaysPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [issued, setIssued] = useState<readonly IssuedCode[] | null>(null)
  const mapping = search.get('mapping')
  const [id, edit] = [Number(search.get('id')) || 0, Number(search.get('edit')) || 0]
  const open = (gateway: number) => void navigate(to('/iot/iot-device', { id: gateway }))
  if (issued)
    return (
      <CodeCard
        issued={issued}
        onDone={() => {
          setIssued(null)
          const [one, ...more] = issued
          if (one && more.length === 0) open(one.gateway.id)
        }}
      />
    )
  const mappings = () => void navigate(to('/iot/iot-device', { mapping: 'all' }))
  if (mapping === 'all') return <MappingList />
  if (mapping === 'new') return <MappingForm mapping={null} onDone={mappings} />
  if (mapping) return <EditedMapping key={mapping} id={Number(mapping) || 0} onDone={mappings} />
  if (search.get('add'))
    return (
      <NewGateway
        // A gateway of another manufacturer gets an account on its page and needs no code.
        onIssued={(i) => (i.gateway.mapping ? open(i.gateway.id) : setIssued([i]))}
        onCancel={() => void navigate(to('/iot/iot-device'))}
      />
    )
  const bind = Number(search.get('certificate')) || 0
  if (bind) return <Bound id={bind} onDone={() => open(bind)} />
  if (edit) return <Edited id={edit} onDone={() => open(edit)} />
  return id ? <One id={id} onIssued={(i) => setIssued([i])} /> : <Gateways onIssued={setIssued} />
}

function Edited({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useGateway({ params: { id } })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  return data ? <EditGateway gateway={data} onDone={onDone} /> : <Skeleton rows={6} height={30} />
}

function Bound({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useGateway({ params: { id } })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  return data ? <BindCertificate gateway={data} onDone={onDone} /> : <Skeleton rows={6} height={30} />
}

function EditedMapping({ id, onDone }: { id: number; onDone: () => void }) {
  // No cached data: the form must start from the current version.
  const { data, error, refetch, isFetchedAfterMount } = useMapping({ params: { id } }, { staleTime: 0 })
  if (data && isFetchedAfterMount) return <MappingForm mapping={data} onDone={onDone} />
  return error ? (
    <PageError error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton rows={8} height={30} />
  )
}

function One({ id, onIssued }: { id: number; onIssued: (i: IssuedCode) => void }) {
  useLive(['gates'], gateNews)
  const query = useGateway({ params: { id } })
  const [account, setAccount] = useState<IssuedAccount | null>(null)
  const issue = async (g: GatewayRow) => {
    const sure = await ask({
      title: `为“${g.name}”签发设备账号？`,
      text: '账号和密码只显示一次，请录入设备；原有的账号立即失效。',
      ok: '签发设备账号',
    })
    if (sure) await gatewayAccount.run({ params: { id } }).then(setAccount, () => undefined)
  }
  const renew = async (g: GatewayRow) => {
    const sure = await ask({
      title: `为“${g.name}”重新签发注册码？`,
      text: '用于更换网关硬件。新网关使用注册码后，原网关立即失效；记录和子设备保留。',
      ok: '签发注册码',
    })
    if (sure) await renewCode.run({ params: { id } }).then(onIssued, () => undefined)
  }
  const revoke = async (g: GatewayRow) => {
    const reason = await askReason({
      title: `撤销“${g.name}”的证书？`,
      text: '网关立即断开，证书不能再次绑定。之后请绑定新证书，或重新签发注册码改用密码。',
      ok: '撤销证书',
      danger: true,
      reason: { label: '撤销原因', required: true, maxLength: 200 },
    })
    if (reason === null) return
    await revokeCertificate.run({ params: { id }, body: { reason } }).then(
      () => say('success', '证书已撤销，网关已断开'),
      () => undefined,
    )
  }
  const retire = async (g: GatewayRow) => {
    const reason = await askReason({
      title: `停用“${g.name}”？`,
      text: '停用后网关不能再连接，记录保留。',
      ok: '停用网关',
      danger: true,
      reason: { label: '停用原因', required: true, maxLength: 200 },
    })
    if (reason === null) return
    await retireGateway.run({ params: { id }, body: { reason } }).then(
      () => say('success', '网关已停用'),
      () => undefined,
    )
  }
  const restore = async (g: GatewayRow) => {
    const reason = await askReason({
      title: `恢复“${g.name}”？`,
      text: '恢复后为待注册，签发注册码并录入网关后重新连接。',
      ok: '恢复网关',
      reason: { label: '恢复原因', required: true, maxLength: 200 },
    })
    if (reason === null) return
    await endInParts(
      [id],
      (ids) => restoreGateways.run({ body: { ids: [...ids], reason } }),
      '恢复',
      '网关',
    ).catch(() => undefined)
  }
  return (
    <DetailPage
      query={query}
      name="网关"
      list={{ to: to('/iot/iot-device'), text: '物联设备' }}
      title={(g) => (
        <>
          {g.name} <GatewayTag state={g.state} />
        </>
      )}
      extra={(g) => (
        <>
          {g.can.includes('addUnit') && (
            <ButtonLink kind="primary" to={to('/iot-device/iot-sub-device', { add: 'new', gateway: g.id })}>
              新增子设备
            </ButtonLink>
          )}
          {g.can.includes('edit') && <ButtonLink to={to('/iot/iot-device', { edit: g.id })}>修改</ButtonLink>}
          {g.can.includes('account') && <Button onClick={() => void issue(g)}>签发设备账号</Button>}
          {g.can.includes('renew') && <Button onClick={() => void renew(g)}>重新签发注册码</Button>}
          {g.can.includes('bind') && (
            <ButtonLink to={to('/iot/iot-device', { certificate: g.id })}>
              {g.proof === 'password' ? '绑定证书' : '更换证书'}
            </ButtonLink>
          )}
          {g.can.includes('revoke') && <Button onClick={() => void revoke(g)}>撤销证书</Button>}
          {g.can.includes('retire') && <Button onClick={() => void retire(g)}>停用</Button>}
          {g.can.includes('restore') && <Button onClick={() => void restore(g)}>恢复</Button>}
        </>
      )}
    >
      {(g) => (
        <>
          {account && <AccountCard account={account} onDone={() => setAccount(null)} />}
          <Card>
            <Facts
              items={[
                { label: '安装位置', value: g.room?.name ?? EMPTY },
                { label: '硬件编号', value: g.hardware ?? EMPTY },
                { label: '固件版本', value: g.firmware ?? EMPTY },
                { label: '信号', value: g.signal === null ? EMPTY : `${g.signal} dBm` },
                {
                  label: '最近通信',
                  value: g.seenAt
                    ? `${formatSecond(g.seenAt)}${g.line ? `，${lineWords[g.line]}` : ''}`
                    : EMPTY,
                },
                { label: '注册时间', value: g.enrolledAt ? formatMinute(g.enrolledAt) : EMPTY },
                ...listProof(g),
                g.mapping !== null && { label: '设备协议', value: g.mapping.name },
                g.mapping === null && {
                  label: '授权名单',
                  value: g.listAt
                    ? `${formatMinute(g.listAt)} 签发，${g.listHeld ? '网关已接收' : '等待网关接收'}`
                    : EMPTY,
                },
                g.clockOffSeconds !== null &&
                  Math.abs(g.clockOffSeconds) > 30 && {
                    label: '时钟偏差',
                    value: `${g.clockOffSeconds} 秒，请校准网关时钟`,
                  },
                g.codeUntil !== null &&
                  g.mapping === null && {
                    label: '注册码',
                    value: `${formatMinute(g.codeUntil)} 前有效，尚未使用`,
                  },
                g.remark !== null && { label: '备注', value: g.remark, wide: true },
                g.retireReason !== null && { label: '停用原因', value: g.retireReason, wide: true },
                g.restored !== null && {
                  label: '恢复',
                  value: `${formatMinute(g.restored.at)}，${g.restored.reason}`,
                  wide: true,
                },
              ]}
            />
          </Card>
          <UnitList title="子设备" gatewayId={g.id} plain intro={<h2>子设备</h2>} />
        </>
      )}
    </DetailPage>
  )
}

function Gateways({ onIssued }: { onIssued: (issued: readonly IssuedCode[]) => void }) {
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
              if (unanswered > 0) say('warning', `${unanswered} 个网关没有签发注册码，请稍后重新选择`)
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
