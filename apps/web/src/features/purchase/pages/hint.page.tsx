import { purchaseMethodWords } from '@portal/contract/purchase/purchase'
import type { PurchaseRules } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { usePurchaseRules } from '../purchase.queries.ts'
import '../parts/purchase.css'

const words = { always: '所有申购', precious: '贵重仪器', import: '进口设备' } as const
const findWhen = (p: PurchaseRules['papers'][number]): string =>
  p.required
    .map((r) => (r.when === 'amount' ? `预算 ${formatMoney(r.fromFen ?? 0)} 及以上` : words[r.when]))
    .join('、') || (p.atContract ? '签订合同时' : '按需')
const how: Record<PurchaseRules['tiers'][number]['method'], string> = {
  general: '申购人登记报价，选择供应商',
  comparison: '招标办邀请供应商比价',
  negotiation: '招标办组织谈判',
  invited: '招标办邀请供应商投标',
  public: '招标办公开招标',
}

/** What to prepare before filling in a request. */
export default function HintPage() {
  const query = usePurchaseRules()
  return (
    <DetailPage
      title="申购填报"
      query={query}
      extra={() => (
        <>
          <ButtonLink to={to('/osp/subscribe/list', { scope: 'mine' })}>我的申购</ButtonLink>
          <ButtonLink kind="primary" to={to('/osp/subscribe/subscribeFill')}>
            开始填写
          </ButtonLink>
        </>
      )}
    >
      {(r) => (
        <>
          <Card title="办理流程">
            <ol className="hint-steps">
              <li>填写申购单：设备、数量、预算单价、价格依据、经费来源，可随时保存草稿。</li>
              <li>
                单价 {formatMoney(r.preciousFromFen)} 及以上须做贵重仪器论证：专家不少于 {r.precious.size}{' '}
                人，单价 {formatMoney(r.precious.largeFromFen)} 及以上不少于 {r.precious.largeSize} 人。
              </li>
              <li>
                进口设备须做进口论证：专家不少于 {r.import.size} 人且为单数，其中法律专家不少于{' '}
                {r.import.lawyers} 人，技术专家须来自校外，本单位人员不得参加。
              </li>
              <li>按审核配置逐级审批，最后由设备处审批；提交后在详情页查看由谁办理。</li>
              <li>按预算总额确定采购方式，选定供应商后登记合同。</li>
              <li>供应商供货，验收、报销、入库并粘贴标签。</li>
            </ol>
          </Card>
          <Card title="采购方式">
            <DataTable
              caption="采购方式"
              rows={r.tiers.map((t, i) => ({ ...t, below: r.tiers[i + 1]?.fromFen ?? null }))}
              rowKey={(t) => t.method}
              columns={[
                { key: 'method', title: '方式', main: true, render: (t) => purchaseMethodWords[t.method] },
                {
                  key: 'amount',
                  title: '预算总额',
                  render: (t) =>
                    t.below === null
                      ? `${formatMoney(t.fromFen)} 及以上`
                      : t.fromFen === 0
                        ? `${formatMoney(t.below)} 以下`
                        : `${formatMoney(t.fromFen)} 至 ${formatMoney(t.below)}（不含）`,
                },
                { key: 'how', title: '由谁办理', render: (t) => how[t.method] },
              ]}
            />
          </Card>
          <Card title="需要准备的材料">
            <DataTable
              caption="材料"
              rows={r.papers}
              rowKey={(p) => p.kind}
              columns={[
                { key: 'label', title: '材料', main: true },
                { key: 'when', title: '何时需要', render: findWhen },
              ]}
            />
          </Card>
        </>
      )}
    </DetailPage>
  )
}
