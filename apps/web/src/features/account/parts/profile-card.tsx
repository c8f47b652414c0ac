import { accountCalls, type Profile } from '@portal/contract/account/account'
import { tierWords } from '@portal/contract/people/people'
import { formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card } from '../../../ui/light.tsx'
import { say } from '../../../lib/tell.ts'
import { useCodeLabels } from '../../dictionary/shared/code-options.ts'
import { changeAvatar } from '../account.queries.ts'
import { Avatar } from './avatar.tsx'

const rule = accountCalls.setAvatar.upload

export function ProfileCard({ profile: p }: { profile: Profile }) {
  const types = useCodeLabels('campus_user_type')
  return (
    <Card title="个人资料">
      <div className="profile">
        <div className="profile-picture">
          <Avatar name={p.name} url={p.avatar} size={96} />
          {rule && (
            <UploadField
              rule={rule}
              value={[]}
              label="更换头像"
              upload={changeAvatar}
              onChange={() => say('success', '头像已更换')}
            />
          )}
        </div>
        <Facts
          items={[
            { label: '用户名', value: p.username },
            { label: '姓名', value: p.name },
            p.onCampus
              ? { label: '所属单位', value: p.dept?.name }
              : { label: '单位名称', value: p.organization },
            { label: '用户类型', value: types.get(p.userType) ?? p.userType },
            p.onCampus && {
              label: '导师',
              value: p.supervisor && `${p.supervisor.name}${p.supervisor.enabled ? '' : '（账号已停用）'}`,
            },
            { label: '收费类型', value: tierWords[p.tier] },
            { label: '角色', value: p.roles.map((r) => r.name).join('、') },
            { label: '邮箱', value: p.email },
            { label: '联系电话', value: p.phone },
            { label: '加入时间', value: formatMinute(p.createdTime) },
            { label: '最近登录', value: formatMinute(p.lastLoginAt) },
            p.suspendedUntil !== null && {
              label: '暂停预约',
              value: `至 ${formatMinute(p.suspendedUntil)}${p.suspendedReason ? `，原因：${p.suspendedReason}` : ''}`,
              wide: true,
            },
          ]}
        />
      </div>
    </Card>
  )
}
