import { Card } from '../../../ui/light.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const steps: readonly { title: string; text: string; icon: IconName }[] = [
  { title: '查找仪器', text: '按名称、拼音或分类查找，查看开放时间与收费标准', icon: 'search' },
  { title: '提交预约', text: '选择空闲时段自主上机，或填写样品送样测试', icon: 'flow' },
  { title: '逐级审核', text: '付款人确认、设备审核员审核、实验室主任审核', icon: 'shield' },
  { title: '使用仪器', text: '按时上机，或由设备管理人员测试样品', icon: 'device' },
  { title: '确认测试单', text: '核对实际机时、样品数与费用明细', icon: 'check' },
  { title: '费用结算', text: '经费卡扣款，或线下汇款后登记凭证', icon: 'file' },
]

/** The steps of a use, for first-time visitors. */
export function Flow() {
  return (
    <Card className="home-flow" title="预约流程">
      <ol>
        {steps.map((s) => (
          <li key={s.title}>
            <i>
              <Icon name={s.icon} size={22} />
            </i>
            <strong>{s.title}</strong>
            <p>{s.text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
