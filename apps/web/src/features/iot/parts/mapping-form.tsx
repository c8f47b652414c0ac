import { Input, InputNumber, Select } from 'antd'
import {
  mappedWords,
  orderWords,
  type mappingCalls,
  type MappingDetail,
  type Translation,
} from '@portal/contract/iot/mapping'
import type { Arguments } from '@portal/contract/kernel/call'
import { useId, useState } from 'react'
import { formatSecond } from '../../../lib/format.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { Option } from '../../../ui/list/filters.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { RegisterFields } from './register-fields.tsx'
import { tryMapping, useCreateMapping, useGatewayOptions, useReviseMapping } from '../iot.queries.ts'

type Body = NonNullable<Arguments<typeof mappingCalls.createMapping>['body']>

/** A line without an encoding reads no register, so register fields typed before are dropped. */
const makeBody = (b: Body): Body => ({
  ...b,
  lines: (b.lines ?? []).map((l) => ({ ...l, register: l?.register?.encoding ? l.register : null })),
})

/** The message format of another manufacturer's devices; it can be tried on recent messages before saving. */
export function MappingForm({ mapping: m, onDone }: { mapping: MappingDetail | null; onDone: () => void }) {
  const create = useCreateMapping()
  const revise = useReviseMapping()
  // A version that a colleague saves meanwhile is listed below, but is not in the form.
  const [seenVersion] = useState(m?.version)
  const initial: Partial<Body> = m
    ? { name: m.name, remark: m.remark, lines: m.rules.lines, commands: m.rules.commands }
    : { lines: [{ topic: '', to: 'on' }], commands: [] }
  const created = useSubmit<typeof mappingCalls.createMapping, Body>(create, {
    initial,
    args: (body) => ({ body: makeBody(body) }),
    done: '设备协议已新增',
    after: onDone,
  })
  const revised = useSubmit<typeof mappingCalls.reviseMapping, Body>(revise, {
    initial,
    args: (body) => ({ params: { id: m?.id ?? 0 }, body: { ...makeBody(body), seenVersion } }),
    done: '已保存为新版本',
    after: onDone,
  })
  const form = m ? revised : created
  return (
    <FormPage
      form={form}
      title={m ? `修改设备协议 ${m.name}` : '新增设备协议'}
      submit={m ? '保存为新版本' : '新增设备协议'}
      onCancel={onDone}
      columns={2}
    >
      <Field name="name" label="协议名称" hint="如：某型号智能插座">
        <Input maxLength={60} />
      </Field>
      <Field name="remark" label="备注">
        <Input maxLength={500} />
      </Field>
      <Rows
        name="lines"
        title="设备上报"
        one="上报"
        most={60}
        least={1}
        blank={{ topic: '', to: 'watts' }}
        columns="2fr 2fr 1.5fr 1fr 1fr 1fr 1fr 1fr"
      >
        {(row) => (
          <>
            <Field name={['lines', row, 'topic']} label="主题">
              <Input maxLength={120} placeholder="tele/{unit}/SENSOR" />
            </Field>
            <Field name={['lines', row, 'path']} label="取值路径">
              <Input maxLength={120} placeholder="空：整条消息" />
            </Field>
            <Field name={['lines', row, 'to']} label="含义">
              <Select options={listOptions(mappedWords)} />
            </Field>
            <Field name={['lines', row, 'unit']} label="端口号">
              <InputNumber min={1} max={255} placeholder="按主题" />
            </Field>
            <Field name={['lines', row, 'factor']} label="倍率">
              <InputNumber placeholder="1" />
            </Field>
            <Field name={['lines', row, 'offset']} label="偏移">
              <InputNumber placeholder="0" />
            </Field>
            <Field name={['lines', row, 'yes']} label="开、通">
              <Input maxLength={100} placeholder="ON" />
            </Field>
            <Field name={['lines', row, 'no']} label="关、断">
              <Input maxLength={100} placeholder="OFF" />
            </Field>
            <RegisterFields form={form.antd} row={row} />
          </>
        )}
      </Rows>
      <Rows
        name="commands"
        title="平台指令"
        one="指令"
        most={3}
        blank={{ what: 'on', topic: '', payload: '' }}
        columns="1fr 2fr 2fr"
      >
        {(row) => (
          <>
            <Field name={['commands', row, 'what']} label="操作">
              <Select options={listOptions(orderWords)} />
            </Field>
            <Field name={['commands', row, 'topic']} label="主题">
              <Input maxLength={120} placeholder="cmnd/{unit}/POWER" />
            </Field>
            <Field name={['commands', row, 'payload']} label="指令内容">
              <Input maxLength={300} placeholder="ON" />
            </Field>
          </>
        )}
      </Rows>
      <div className="form-wide">
        <TryOut read={() => makeBody(form.antd.getFieldsValue(true) as Body)} />
      </div>
      {m && m.versions.length > 1 && (
        <div className="form-wide">
          <Versions
            of={m}
            onTake={(rules) => {
              form.antd.setFieldsValue(rules as never)
              form.touch()
            }}
          />
        </div>
      )}
    </FormPage>
  )
}

/** Earlier versions; restoring one only fills the form, until it is saved as a new version. */
const Versions = ({
  of: m,
  onTake,
}: {
  of: MappingDetail
  onTake: (rules: MappingDetail['rules']) => void
}) => (
  <Card>
    <h2>历史版本</h2>
    <ul className="iot-versions">
      {m.versions.map((v) => (
        <li key={v.version}>
          第 {v.version} 版，{v.by}，{formatSecond(v.at)}，上报 {v.rules.lines.length} 行{' '}
          {v.version !== m.version && (
            <Button size="small" onClick={() => onTake(v.rules)}>
              填入第 {v.version} 版
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Card>
)

/** Applies the form's current content to the last messages of a live device. */
function TryOut({ read }: { read: () => Body }) {
  const id = useId()
  const [gateway, setGateway] = useState<Option>()
  const gatewayId = gateway && Number(gateway.value)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<{ gatewayId: number; messages: readonly Translation[] } | null>(null)
  // The messages of one device do not stand under the name of another.
  const messages = tried?.gatewayId === gatewayId ? tried?.messages : undefined
  const attempt = async () => {
    if (gatewayId === undefined) return
    const { lines, commands } = read()
    setBusy(true)
    try {
      const reply = await tryMapping.run({ body: { gatewayId, lines, commands } })
      setTried({ gatewayId, messages: reply.messages })
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <h2>试用</h2>
      <p className="muted">用设备最近一次上报的消息试算上面填写的内容，不保存，不影响设备。</p>
      <div className="iot-try">
        <label htmlFor={id} className="sr-only">
          试用的设备
        </label>
        <AsyncSelect
          id={id}
          useOptions={useGatewayOptions}
          value={gatewayId ?? null}
          known={gateway}
          onChange={(_, option) => setGateway(option)}
          placeholder="选择已接入的设备"
        />
        <Button busy={busy} disabled={gatewayId === undefined} onClick={() => void attempt()}>
          试算
        </Button>
      </div>
      {messages?.length === 0 && <p role="status">该设备还没有上报消息：请先签发设备账号并接通设备。</p>}
      {messages?.map((m) => (
        <div key={m.topic} className="iot-tried" role="group" aria-label={m.topic}>
          <p>
            <code>{m.topic}</code> <span className="muted">{formatSecond(m.at)}</span>
          </p>
          <p>
            <code>{m.said.slice(0, 300)}</code>
          </p>
          {m.found.length === 0 && <p className="muted">没有对应的行</p>}
          <ul>
            {m.found.map((f) => (
              <li key={f.line}>
                第 {f.line + 1} 行：{f.unit === null ? '网关' : `端口 ${f.unit}`} {mappedWords[f.to]}{' '}
                {f.why ?? <strong>{nameValue(f.to, f.value)}</strong>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}
function nameValue(to: string, value: Translation['found'][number]['value']): string {
  if (typeof value !== 'boolean') return String(value)
  if (to === 'open') return value ? '开' : '关'
  return value ? '通' : '断'
}
