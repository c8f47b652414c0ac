import { useState } from 'react'
import type { AuthorisationBody, FundCardUserRow } from '@portal/contract/fund-card/fund-card'
import { listChanged } from '../../../lib/changed.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAuthorise, useCardUsers, useRevokeUser } from '../fund-card.queries.ts'
import { nameValidity } from '../fund-card.words.ts'

/** Other people who may pay with a card, with their limits in time and amount. */
export function CardUsers({ cardId }: { cardId: number }) {
  const users = useCardUsers({ params: { id: cardId }, query: { page: 0, size: 1000 } })
  const revoke = useRevokeUser()
  const [asked, setAsked] = useState<FundCardUserRow | 'new' | null>(null)
  const rows = users.data?.items ?? []
  return (
    <section id="users">
      <Card
        title="授权使用人"
        extra={
          <Button kind="primary" size="small" onClick={() => setAsked('new')}>
            添加授权
          </Button>
        }
      >
        {users.isPending ? (
          <Skeleton rows={3} height={28} />
        ) : users.error && !users.data ? (
          <PageError error={users.error} onRetry={() => void users.refetch()} />
        ) : rows.length === 0 ? (
          <Empty text="还没有授权他人使用" />
        ) : (
          <DataTable
            caption="授权使用人"
            columns={columns}
            rows={rows}
            rowKey={(u) => u.user.id}
            actions={(row) => (
              <RowActions
                row={row}
                actions={[
                  { label: '修改', run: setAsked },
                  {
                    label: '取消授权',
                    danger: true,
                    confirm: (u) => ({
                      title: `取消 ${u.user.name} 的授权？`,
                      text: '已冻结或已扣的款项不受影响，此后不能再用该卡付款。',
                      ok: '取消授权',
                      cancel: '保留授权',
                    }),
                    run: (u) => revoke.run({ params: { id: cardId, userId: u.user.id } }),
                  },
                ]}
              />
            )}
          />
        )}
      </Card>
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '添加授权' : '修改授权'}
        footer={null}
        onCancel={() => setAsked(null)}
        destroyOnHidden
      >
        {asked && (
          <AuthorisationForm
            cardId={cardId}
            known={asked === 'new' ? null : asked}
            onDone={() => setAsked(null)}
          />
        )}
      </Modal>
    </section>
  )
}

type Values = Partial<AuthorisationBody> & { userId?: number }
function AuthorisationForm({
  cardId,
  known,
  onDone,
}: {
  cardId: number
  known: FundCardUserRow | null
  onDone: () => void
}) {
  const initial: Values = known
    ? {
        userId: known.user.id,
        validFrom: known.validFrom,
        validTo: known.validTo,
        perUseLimitFen: known.perUseLimitFen,
        totalLimitFen: known.totalLimitFen,
      }
    : { validFrom: null, validTo: null, perUseLimitFen: null, totalLimitFen: null }
  const form = useSubmit<ReturnType<typeof useAuthorise>['call'], Values>(useAuthorise(), {
    initial,
    args: ({ userId = known?.user.id, ...body }) => ({
      params: { id: cardId, userId: userId ?? 0 },
      body: known ? { ...listChanged(initial, body), standing: true } : body,
    }),
    done: '授权已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存授权" onCancel={onDone}>
      <Field name="userId" label="使用人" required>
        <PersonSelect known={known?.user} disabled={known !== null} />
      </Field>
      <Field name="validFrom" label="生效日期" hint="不填则立即生效">
        <DayInput />
      </Field>
      <Field name="validTo" label="截止日期" hint="不填则长期有效">
        <DayInput />
      </Field>
      <Field name="perUseLimitFen" label="单次额度" hint="不填则不限">
        <MoneyInput />
      </Field>
      <Field name="totalLimitFen" label="总额度" hint="不填则不限">
        <MoneyInput />
      </Field>
    </FormPage>
  )
}

const limit = (fen: number | null) => (fen === null ? '不限' : <MoneyText fen={fen} />)
const columns: readonly Column<FundCardUserRow>[] = [
  { key: 'user', title: '使用人', main: true, render: (u) => `${u.user.name}（${u.user.username}）` },
  { key: 'dept', title: '单位', render: (u) => u.user.deptName },
  { key: 'validity', title: '有效期', render: nameValidity },
  { key: 'perUse', title: '单次额度', align: 'right', render: (u) => limit(u.perUseLimitFen) },
  { key: 'total', title: '总额度', align: 'right', render: (u) => limit(u.totalLimitFen) },
  { key: 'used', title: '已用', align: 'right', render: (u) => <MoneyText fen={u.usedFen} /> },
]
