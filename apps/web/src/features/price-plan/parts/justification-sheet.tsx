import { quantityWords, type JustificationDetail } from '@portal/contract/price-plan/justification'
import { priceBasisWords } from '@portal/contract/price-plan/price-plan'
import { formatDay, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useJustification } from '../price-plan.queries.ts'
import { ComparisonTable, CostTable, PeopleTable, ProposedTable } from './justification-tables.tsx'
import './justification.css'

export function PrintedJustification({ id }: { id: number }) {
  const query = useJustification({ params: { id } })
  return query.data ? <Sheet justification={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

/** 收费论证表 on A4. */
const Sheet = ({ justification: j }: { justification: JustificationDetail }) => (
  <Paper
    title="大型仪器设备开放共享收费论证表"
    back={{ to: to('/osp/priceProofDetail', { deviceId: j.device.id, id: j.id }), text: '返回价格论证' }}
    head={[
      `资产编号：${j.device.serialId}`,
      `版本：第 ${j.version} 版`,
      `填报日期：${formatDay(j.createdAt)}`,
    ]}
    signs={['填报人', '实验室主任', '论证组长', '设备处', '日期']}
  >
    <PaperFacts
      items={[
        ['仪器名称', j.device.name],
        ['型号', j.device.model],
        ['实验室', j.device.lab],
        ['原值', formatMoney(j.device.priceFen)],
        ['计费方式', priceBasisWords[j.basis]],
        [quantityWords[j.basis].label, `${j.yearlyQuantity} ${quantityWords[j.basis].unit}`],
        ['论证会日期', j.meetingDay],
        ['论证地点', j.meetingPlace],
      ]}
    />
    <h2>一、成本测算</h2>
    <CostTable of={j} />
    <h2>二、比价</h2>
    {j.comparisons.length > 0 ? <ComparisonTable of={j} /> : <p>无可比的同类仪器。</p>}
    <h2>三、拟定价格</h2>
    <ProposedTable of={j} />
    <h2>四、定价依据</h2>
    <pre>{j.grounds}</pre>
    <h2>五、论证人员</h2>
    <PeopleTable of={j} />
    <h2>六、论证结论</h2>
    <pre>{j.conclusion}</pre>
  </Paper>
)
