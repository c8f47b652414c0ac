import { Form, Radio } from 'antd'
import type { peopleCalls } from '@portal/contract/people/people'
import { closingWords, matterWords, type Matter, type MatterKind, type PersonRow } from '@portal/contract/people/people'
import { formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { useClosing, useSetEnabled } from '../people.queries.ts'
import { PersonSelect } from '../shared/person-select.tsx'

interface Values {
  successorId?: number
  bookings: 'revoke' | 'hand_over'
}
/** What somebody who leaves leaves behind, and what becomes of it; nothing is done before the button is pressed. */
export function CloseAccount({ of: p, onDone }: { of: PersonRow; onDone: () => void }) {
  const query = useClosing({ params: { id: p.id } }, { staleTime: 0 })
  const form = useSubmit<typeof peopleCalls.setEnabled, Values>(useSetEnabled(), {
    initial: { bookings: 'revoke' },
    args: ({ successorId, bookings }) => ({ params: { id: p.id }, body: { enabled: false, successorId: successorId ?? null, bookings } }),
    done: '已停用',
    after: onDone,
  })
  const successorId = Form.useWatch('successorId', form.antd)
  if (!query.data) return <Waiting query={query} />
  const { counts, matters } = query.data
  const total = counts.reduce((sum, c) => sum + c.count, 0)
  return (
    <>
      <p>
        {p.name} 立即退出登录，停用期间不能登录；业务记录保留。{total > 0 ? `另有 ${total} 项未了事项，停用时按下列方式处理：` : '没有未了事项。'}
      </p>
      {counts.map((c) => (
        <MatterGroup key={c.kind} kind={c.kind} count={c.count} matters={matters.filter((m) => m.kind === c.kind)} />
      ))}
      <FormPage form={form} submit={total > 0 ? `停用并处理 ${total} 项事项` : '停用'} onCancel={onDone}>
        {counts.some((c) => closingWords[c.kind].successor) && (
          <Field name="successorId" label="接收人（可不选）" hint="选择后请其确认付款；由财务人员停用时，经费卡转给接收人">
            <PersonSelect />
          </Field>
        )}
        {successorId && counts.some((c) => c.kind === 'booking') && (
          <Field name="bookings" label="未使用的预约" hint="接收人没有使用资格的仍撤销；转给的由其确认付款，并重新审核">
            <Radio.Group options={[{ value: 'revoke', label: '撤销' }, { value: 'hand_over', label: '转给接收人' }]} />
          </Field>
        )}
      </FormPage>
    </>
  )
}

const SHOWN = 5
function MatterGroup({ kind, count, matters }: { kind: MatterKind; count: number; matters: readonly Matter[] }) {
  const { alone, successor } = closingWords[kind]
  return (
    <section style={{ marginBlockEnd: 12 }}>
      <b>
        {matterWords[kind]} {count} 项
      </b>
      ：{alone}
      {successor && <span className="muted">（有接收人：{successor}）</span>}
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
        {matters.slice(0, SHOWN).map((m) => (
          <li key={m.id}>
            {m.title}
            {m.amountFen !== null && <span className="muted"> {formatMoney(m.amountFen)}</span>}
          </li>
        ))}
        {count > SHOWN && <li className="muted">等 {count} 项</li>}
      </ul>
    </section>
  )
}
