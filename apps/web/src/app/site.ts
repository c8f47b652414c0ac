/** Fixed text of this installation (§1, §2): what the header and footer say. */
export const site = {
  name: '大型仪器共享平台',
  titlePrefix: '大型仪器共享平台 - ',
  school: '示范大学',
  strip: {
    place: '示范大学 · 主校区',
    temperature: '18℃',
    air: '空气质量 良',
  },
  footer: {
    department: '主管部门：实验室与设备管理处',
    address: '地址：示范市大学路 1 号',
    postcode: '邮编：100000',
    phone: '电话：010-00000000',
    mailbox: 'equipment@example.edu.cn',
    links: [
      { text: '国家网络管理平台', href: 'https://nrii.org.cn' },
      { text: '教育部', href: 'http://www.moe.gov.cn' },
    ],
    advice: '建议使用 Chrome、Firefox 或 IE10+ 浏览器访问',
  },
} as const
