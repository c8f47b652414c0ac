import { Input, Switch } from 'antd'
import { MAX_LINKS, type Site, type siteCalls } from '@portal/contract/site/site'
import { changeSite } from '../../../lib/site.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { useChangeSite, useSavedSite } from '../site.queries.ts'

/** The data shown around every page, edited next to the contacts. */
export function SiteSettings() {
  const { data, error, refetch } = useSavedSite()
  if (data) return <SiteForm site={data} />
  return error ? (
    <PageError error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton rows={8} height={32} />
  )
}

const VISITORS =
  '开启后，未登录的访客可以查看科研仪器、仪器详情、仪器排行、通知公告和政策法规，只读，不显示人员姓名和联系方式；预约仍须登录。仪器介绍等文字请勿写入个人信息。'

function SiteForm({ site }: { site: Site }) {
  const form = useSubmit<typeof siteCalls.change, Partial<Site>>(useChangeSite(), {
    initial: site,
    args: (v) => ({ body: { name: '', school: '', ...v } }),
    done: '门户信息已保存',
    after: (_, v) => changeSite({ ...site, ...v }),
  })
  return (
    <FormPage
      form={form}
      submit="保存门户信息"
      columns={2}
      intro={
        <p className="muted">
          显示在每个页面的页眉、页脚和标题中，也印在打印的表单和发出的邮件上；留空的项不显示。
        </p>
      }
    >
      <Field name="name" label="平台名称" hint="页面标题以此开头">
        <Input maxLength={30} />
      </Field>
      <Field name="school" label="学校名称">
        <Input maxLength={30} />
      </Field>
      <Field name="place" label="地点" hint="页眉顶栏">
        <Input maxLength={40} />
      </Field>
      <Field name="temperature" label="气温" hint="页眉顶栏">
        <Input maxLength={20} />
      </Field>
      <Field name="air" label="空气质量" hint="页眉顶栏">
        <Input maxLength={20} />
      </Field>
      <Field name="department" label="主管部门">
        <Input maxLength={60} />
      </Field>
      <Field name="address" label="地址">
        <Input maxLength={100} />
      </Field>
      <Field name="postcode" label="邮编">
        <Input maxLength={20} />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={60} />
      </Field>
      <Field name="mailbox" label="联系邮箱">
        <Input maxLength={100} />
      </Field>
      <Field name="advice" label="浏览建议" wide>
        <Input maxLength={100} />
      </Field>
      <Field name="visitorsMayBrowse" label="访客可浏览" wide valuePropName="checked" hint={VISITORS}>
        <Switch checkedChildren="开" unCheckedChildren="关" />
      </Field>
      <Rows name="links" title="友情链接" one="链接" most={MAX_LINKS} blank={{ text: '', href: '' }}>
        {(row) => (
          <>
            <Field name={['links', row, 'text']} label={`链接名称 ${row + 1}`} required>
              <Input maxLength={30} />
            </Field>
            <Field name={['links', row, 'href']} label={`链接地址 ${row + 1}`} required>
              <Input maxLength={300} placeholder="https://" />
            </Field>
          </>
        )}
      </Rows>
    </FormPage>
  )
}
