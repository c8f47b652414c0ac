import { useState } from 'react'
import { lineWords, type GatewayRow } from '@portal/contract/iot/iot'
import { EMPTY, formatMinute, formatSecond } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import {
  gateNews,
  gatewayAccount,
  renewCode,
  restoreGateways,
  retireGateway,
  revokeCertificate,
  useGateway,
} from '../iot.queries.ts'
import { endInParts, GatewayTag } from '../iot.words.tsx'
import { AccountCard, type IssuedAccount } from './account-card.tsx'
import { listProof } from './certificate.tsx'
import type { IssuedCode } from './code-card.tsx'
import { UnitList } from './unit-list.tsx'

interface Props {
  id: number
  onIssued: (code: IssuedCode) => void
}
/** One gateway with its sub-devices. */
export function GatewayDetail({ id, onIssued }: Props) {
  useLive(['gates'], gateNews)
  const query = useGateway({ params: { id } })
  const [account, setAccount] = useState<IssuedAccount | null>(null)
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
          <Credentials gateway={g} onAccount={setAccount} onIssued={onIssued} />
          <Service gateway={g} />
        </>
      )}
    >
      {(g) => (
        <>
          {account && <AccountCard account={account} onDone={() => setAccount(null)} />}
          <GatewayFacts gateway={g} />
          <UnitList title="子设备" gatewayId={g.id} plain intro={<h2>子设备</h2>} />
        </>
      )}
    </DetailPage>
  )
}

/** By what a gateway proves who it is: an account, a code to enrol, a certificate. */
function Credentials({
  gateway: g,
  onAccount,
  onIssued,
}: {
  gateway: GatewayRow
  onAccount: (account: IssuedAccount) => void
  onIssued: (code: IssuedCode) => void
}) {
  const params = { id: g.id }
  return (
    <>
      {g.can.includes('account') && (
        <ConfirmButton
          kind="plain"
          danger={false}
          title={`为“${g.name}”签发设备账号？`}
          text="账号和密码只显示一次，请录入设备；原有的账号立即失效。"
          ok="签发设备账号"
          onConfirm={async () => onAccount(await gatewayAccount.run({ params }))}
        >
          签发设备账号
        </ConfirmButton>
      )}
      {g.can.includes('renew') && (
        <ConfirmButton
          kind="plain"
          danger={false}
          title={`为“${g.name}”重新签发注册码？`}
          text="用于更换网关硬件。新网关使用注册码后，原网关立即失效；记录和子设备保留。"
          ok="签发注册码"
          onConfirm={async () => onIssued(await renewCode.run({ params }))}
        >
          重新签发注册码
        </ConfirmButton>
      )}
      {g.can.includes('bind') && (
        <ButtonLink to={to('/iot/iot-device', { certificate: g.id })}>
          {g.proof === 'password' ? '绑定证书' : '更换证书'}
        </ButtonLink>
      )}
      {g.can.includes('revoke') && (
        <ConfirmButton
          kind="plain"
          title={`撤销“${g.name}”的证书？`}
          text="网关立即断开，证书不能再次绑定。之后请绑定新证书，或重新签发注册码改用密码。"
          ok="撤销证书"
          reason={{ label: '撤销原因', required: true, maxLength: 200 }}
          onConfirm={async (reason) => {
            await revokeCertificate.run({ params, body: { reason } })
            say('success', '证书已撤销，网关已断开')
          }}
        >
          撤销证书
        </ConfirmButton>
      )}
    </>
  )
}

/** Takes a gateway out of service, or back into it. */
function Service({ gateway: g }: { gateway: GatewayRow }) {
  return (
    <>
      {g.can.includes('retire') && (
        <ConfirmButton
          kind="plain"
          title={`停用“${g.name}”？`}
          text="停用后网关不能再连接，记录保留。"
          ok="停用网关"
          reason={{ label: '停用原因', required: true, maxLength: 200 }}
          onConfirm={async (reason) => {
            await retireGateway.run({ params: { id: g.id }, body: { reason } })
            say('success', '网关已停用')
          }}
        >
          停用
        </ConfirmButton>
      )}
      {g.can.includes('restore') && (
        <ConfirmButton
          kind="plain"
          danger={false}
          title={`恢复“${g.name}”？`}
          text="恢复后为待注册，签发注册码并录入网关后重新连接。"
          ok="恢复网关"
          reason={{ label: '恢复原因', required: true, maxLength: 200 }}
          onConfirm={(reason) =>
            endInParts(
              [g.id],
              (ids) => restoreGateways.run({ body: { ids: [...ids], reason } }),
              '恢复',
              '网关',
            )
          }
        >
          恢复
        </ConfirmButton>
      )}
    </>
  )
}

const GatewayFacts = ({ gateway: g }: { gateway: GatewayRow }) => (
  <Card>
    <Facts
      items={[
        { label: '安装位置', value: g.room?.name ?? EMPTY },
        { label: '硬件编号', value: g.hardware ?? EMPTY },
        { label: '固件版本', value: g.firmware ?? EMPTY },
        { label: '信号', value: g.signal === null ? EMPTY : `${g.signal} dBm` },
        {
          label: '最近通信',
          value: g.seenAt ? `${formatSecond(g.seenAt)}${g.line ? `，${lineWords[g.line]}` : ''}` : EMPTY,
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
)
