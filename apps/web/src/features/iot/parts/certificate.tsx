import { Input } from 'antd'
import { useRef } from 'react'
import {
  CERTIFICATE_WARNING_DAYS,
  proofWords,
  type GatewayRow,
  type iotCalls,
} from '@portal/contract/iot/iot'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { readPem } from '../read-pem.ts'
import { useBindCertificate } from '../iot.queries.ts'

const DAY_MS = 86_400_000

/** How the gateway authenticates, and its certificate. */
export function listProof(g: GatewayRow) {
  if (!g.enrolledAt) return []
  const c = g.certificate
  const days = c ? Math.floor((Date.parse(c.validTo) - Date.now()) / DAY_MS) : 0
  const isSoon = g.proof === 'certificate' && days < CERTIFICATE_WARNING_DAYS
  return [
    { label: '接入方式', value: proofWords[g.proof] },
    c !== null && { label: '证书主体', value: c.subject },
    c !== null && {
      label: '证书有效期',
      value: `${formatMinute(c.validFrom)} 至 ${formatMinute(c.validTo)}${
        isSoon ? `，${days > 0 ? `${days} 天后` : '24 小时内'}到期，请更换` : ''
      }`,
    },
    c !== null && { label: '证书序列号', value: <span className="iot-fingerprint">{c.serial}</span> },
    c !== null && { label: '证书绑定', value: `${formatMinute(c.boundAt)}，${c.boundBy}` },
    c !== null && {
      label: '证书指纹',
      value: <code className="iot-fingerprint">{c.fingerprint}</code>,
      wide: true as const,
    },
    c?.revoked != null && {
      label: '证书撤销',
      value: `${formatMinute(c.revoked.at)}，${c.revoked.by}：${c.revoked.reason}`,
      wide: true as const,
    },
    (g.proof === 'lapsed' || g.proof === 'revoked') && {
      label: '连接',
      value: '网关不能连接。请绑定新证书，或重新签发注册码改用密码。',
      wide: true as const,
    },
  ]
}

function PemInput({
  value = '',
  onChange,
  ...more
}: {
  id?: string
  value?: string
  onChange?: (pem: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  async function take(file: File): Promise<void> {
    const pem = await readPem(file).catch(() => null)
    if (pem === null) say('error', `“${file.name}”不是证书文件`)
    else onChange?.(pem)
  }
  return (
    <>
      <Input.TextArea
        {...more}
        value={value}
        onChange={(e) => onChange?.(e.target.value)}
        autoSize={{ minRows: 8, maxRows: 20 }}
        placeholder="-----BEGIN CERTIFICATE-----"
        spellCheck={false}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="证书文件"
        accept=".pem,.crt,.cer,.der"
        onChange={(e) => {
          const file = e.target.files?.[0]
          // So that the same file can be chosen again.
          e.target.value = ''
          if (file) void take(file)
        }}
      />
      <p className="iot-pem">
        <Button onClick={() => input.current?.click()}>选择证书文件</Button>
      </p>
    </>
  )
}

export function BindCertificate({ gateway: g, onDone }: { gateway: GatewayRow; onDone: () => void }) {
  const form = useSubmit<typeof iotCalls.bindCertificate, { pem: string }>(useBindCertificate(), {
    args: (body) => ({ params: { id: g.id }, body }),
    done: '证书已绑定',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      title={`${g.proof === 'password' ? '绑定证书' : '更换证书'}：${g.name}`}
      submit="绑定证书"
      onCancel={onDone}
      intro={
        <p className="muted">
          绑定后网关用这张证书连接，不再使用{g.proof === 'password' ? '密码' : '原来的证书'}
          ，当前的连接立即断开。私钥留在网关上，不要上传。
        </p>
      }
    >
      <Field
        name="pem"
        label="证书"
        hint="PEM 文本，或选择 .pem、.crt、.cer 文件；平台自带的消息服务器按指纹识别，自签名证书也可以"
        wide
      >
        <PemInput />
      </Field>
    </FormPage>
  )
}
