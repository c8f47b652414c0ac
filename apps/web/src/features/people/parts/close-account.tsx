import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import type { peopleCalls } from '@portal/contract/people/people'
import {
  closingWords,
  isPost,
  matterWords,
  type Matter,
  type MatterKind,
  type PersonRow,
} from '@portal/contract/people/people'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useClosing, useSetEnabled } from '../people.queries.ts'
import { PersonSelect } from '../shared/person-select.tsx'

interface Values {
  successorId?: number
  bookings: 'revoke' | 'hand_over'
  /** The successor for all posts, or for each post. */
  postsTo?: number
  onePost?: Record<string, number | null>
}
const keyOfPost = (m: Matter) => `${m.kind}-${m.id}`
/**
 * Lists what depends on a departing person's account, and asks what to do with it; nothing happens before the
 * button is pressed.
 */
export function CloseAccount({ of: p, onDone }: { of: PersonRow; onDone: () => void }) {
  const query = useClosing({ params: { id: p.id } }, { staleTime: 0 })
  const posts = query.data?.matters.filter((m) => isPost(m.kind)) ?? []
  const [each, setEach] = useState(false)
  const form = useSubmit<typeof peopleCalls.setEnabled, Values>(useSetEnabled(), {
    initial: { bookings: 'revoke' },
    args: ({ successorId, bookings, postsTo, onePost = {} }) => ({
      params: { id: p.id },
      body: {
        enabled: false,
        successorId: successorId ?? null,
        bookings,
        postsTo: postsTo ?? null,
        posts: posts.flatMap((m) => {
          const one = onePost[keyOfPost(m)]
          return one == null || !isPost(m.kind) ? [] : [{ kind: m.kind, id: m.id, successorId: one }]
        }),
      },
    }),
    done: '已停用',
    after: onDone,
  })
  const successorId = Form.useWatch('successorId', form.antd)
  const onePost = Form.useWatch('onePost', form.antd)
  // Who has been chosen is sent, so they stay in sight.
  const chosen = Object.values(onePost ?? {}).some((v) => v != null)
  if (!query.data) return <Waiting query={query} />
  const { counts, matters } = query.data
  const total = counts.reduce((sum, c) => sum + c.count, 0)
  return (
    <>
      <p style={{ marginBlockEnd: 12 }}>
        {p.name} 立即退出登录，停用期间不能登录；业务记录保留。
        {total > 0 ? `另有 ${total} 项未了事项，停用时按下列方式处理：` : '没有未了事项。'}
      </p>
      {counts.map((c) => (
        <MatterGroup
          key={c.kind}
          kind={c.kind}
          count={c.count}
          matters={matters.filter((m) => m.kind === c.kind)}
        />
      ))}
      {posts.some((m) => m.vacant) && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: 12 }}
          title={`${posts.filter((m) => m.vacant).length} 个岗位停用后无人担任，请指定接任者`}
        />
      )}
      <FormPage form={form} submit={total > 0 ? `停用并处理 ${total} 项事项` : '停用'} onCancel={onDone}>
        {counts.some((c) => closingWords[c.kind].successor) && (
          <Field
            name="successorId"
            label="接收人（可不选）"
            hint="选择后请其确认付款；由财务人员停用时，经费卡转给接收人"
          >
            <PersonSelect />
          </Field>
        )}
        {successorId && counts.some((c) => c.kind === 'booking') && (
          <Field
            name="bookings"
            label="未使用的预约"
            hint="接收人没有使用资格的仍撤销；转给的由其确认付款，并重新审核"
          >
            <Radio.Group
              options={[
                { value: 'revoke', label: '撤销' },
                { value: 'hand_over', label: '转给接收人' },
              ]}
            />
          </Field>
        )}
        {posts.length > 0 && (
          <Field name="postsTo" label="岗位接任者（可不选）" hint="接任其全部岗位，停用时生效">
            <PersonSelect />
          </Field>
        )}
        {posts.length > 1 && !chosen && (
          <p style={{ margin: 0 }}>
            <Button size="small" kind="text" onClick={() => setEach(!each)} aria-expanded={each}>
              {each ? '收起' : '分别指定各岗位的接任者'}
            </Button>
          </p>
        )}
        {(each || chosen) &&
          posts.map((m) => (
            <Field
              key={keyOfPost(m)}
              name={['onePost', keyOfPost(m)]}
              label={`${matterWords[m.kind]}：${m.title}`}
            >
              <PersonSelect />
            </Field>
          ))}
      </FormPage>
    </>
  )
}

const SHOWN = 5
function MatterGroup({
  kind,
  count,
  matters,
}: {
  kind: MatterKind
  count: number
  matters: readonly Matter[]
}) {
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
            {m.beginsAt !== null && <span className="muted"> {formatMinute(m.beginsAt)}</span>}
            {m.vacant && (
              <>
                {' '}
                <StateTag tone="waiting" text="停用后无人担任" />
              </>
            )}
            {m.amountFen !== null && <span className="muted"> {formatMoney(m.amountFen)}</span>}
          </li>
        ))}
        {count > SHOWN && <li className="muted">等 {count} 项</li>}
      </ul>
    </section>
  )
}
