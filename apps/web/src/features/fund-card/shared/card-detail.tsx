import { fundCardStateWords } from '@portal/contract/fund-card/fund-card'
import { useHolds } from '../../../lib/session.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useCard } from '../fund-card.queries.ts'
import { cardTone, nameValidity } from '../fund-card.words.ts'
import { CardUsers } from '../parts/card-users.tsx'
import { Ledger } from '../parts/ledger.tsx'

/** One card: balances, users, and every movement. */
export function CardDetail({ cardId, back }: { cardId: number; back: string }) {
  const card = useCard({ params: { id: cardId } })
  const seesBookings = useHolds(['SUBSCRIBE_ORDER_ALL'])
  return (
    <DetailPage
      query={card}
      name="经费卡"
      list={{ to: back, text: '返回列表' }}
      title={(c) => `${c.name}（${c.number}）`}
      extra={() => <ButtonLink to={back}>返回列表</ButtonLink>}
    >
      {(c) => (
        <div style={{ display: 'grid', gap: 16 }}>
          <Card title="基本信息">
            <Facts
              items={[
                { label: '持有人', value: c.owner.name },
                { label: '所属单位', value: c.dept?.name },
                { label: '项目编号', value: c.projectCode },
                {
                  label: '状态',
                  value: <StateTag tone={cardTone[c.state]} text={fundCardStateWords[c.state]} />,
                },
                c.disabledReason && { label: '停用原因', value: c.disabledReason },
                { label: '有效期', value: nameValidity(c) },
                { label: '本人可用', value: <MoneyText fen={c.usableFen} strong /> },
                c.sums && { label: '余额', value: <MoneyText fen={c.sums.balanceFen} /> },
                c.sums && { label: '冻结', value: <MoneyText fen={c.sums.frozenFen} /> },
                c.sums && { label: '信用额度', value: <MoneyText fen={c.sums.creditFen} /> },
                c.sums && { label: '可用额度', value: <MoneyText fen={c.sums.availableFen} strong /> },
                c.authorisation && {
                  label: '单次额度',
                  value:
                    c.authorisation.perUseLimitFen === null ? (
                      '不限'
                    ) : (
                      <MoneyText fen={c.authorisation.perUseLimitFen} />
                    ),
                },
                c.authorisation && {
                  label: '授权总额',
                  value:
                    c.authorisation.totalLimitFen === null ? (
                      '不限'
                    ) : (
                      <MoneyText fen={c.authorisation.totalLimitFen} />
                    ),
                },
                c.authorisation && { label: '授权已用', value: <MoneyText fen={c.authorisation.usedFen} /> },
                { label: '备注', value: c.remark, wide: true },
              ]}
            />
          </Card>
          {c.can.includes('authorise') && <CardUsers cardId={cardId} />}
          {c.can.includes('view_ledger') && (
            <Ledger
              cardId={cardId}
              own={c.relation === 'authorised'}
              opensBookings={seesBookings || c.relation !== 'finance'}
            />
          )}
        </div>
      )}
    </DetailPage>
  )
}
