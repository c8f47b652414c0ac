import type { mappingCalls } from '@portal/contract/iot/mapping'
import type { Reply } from '@portal/contract/kernel/call'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, Card } from '../../../ui/light.tsx'

export type IssuedAccount = Reply<typeof mappingCalls.gatewayAccount>

/** The account for hardware of another manufacturer; shown only once. */
export const AccountCard = ({ account: a, onDone }: { account: IssuedAccount; onDone: () => void }) => (
  <Card>
    <p role="status">请立即录入设备，离开后不再显示：</p>
    <Facts
      items={[
        { label: '用户名', value: <code>{a.user}</code> },
        { label: '密码', value: <code>{a.password}</code> },
        { label: '主题前缀', value: <code>{a.prefix}</code> },
        a.mqttPort !== null && { label: '端口', value: a.mqttPort },
      ]}
    />
    <p className="iot-account">
      <Button kind="primary" onClick={onDone}>
        已录入
      </Button>
    </p>
  </Card>
)
