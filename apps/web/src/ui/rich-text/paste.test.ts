// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isAddress } from './address.ts'
import { cleanPasted, listPictures } from './paste.ts'

const clean = (html: string) => cleanPasted(html, 'https://portal.example').html.replace(/\s+/g, ' ').trim()

test('what Word adds is gone, its words and tables stay', () => {
  const word =
    '<html xmlns:o="urn"><head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal{margin:0}</style></head><body>' +
    '<!--StartFragment--><h1>通知</h1><p class="MsoNormal">各单位<o:p></o:p></p><table><tbody><tr><td>甲</td></tr></tbody></table><!--EndFragment--></body></html>'
  expect(clean(word)).toBe(
    '<h2>通知</h2><p class="MsoNormal">各单位</p><table><tbody><tr><td>甲</td></tr></tbody></table>',
  )
})

test('its lists become lists', () => {
  const item = (mark: string, text: string) =>
    `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${mark}</span>${text}</p>`
  expect(clean(item('1.', '预约') + item('2.', '上机') + item('·', '结算'))).toBe(
    '<ol><li>预约</li><li>上机</li></ol><ul><li>结算</li></ul>',
  )
})

test('pictures of the portal stay, others are counted as lost', () => {
  const { html, lost } = cleanPasted(
    '<p><img src="https://portal.example/api/v2/file/1"><img src="file:///C:/a.png"><img src="https://elsewhere.example/a.png"></p>',
    'https://portal.example',
  )
  expect(html).toContain('src="/api/v2/file/1"')
  expect([html.match(/<img/g)?.length, lost]).toEqual([1, 2])
})

test('a picture is pasted as such, the drawing beside a text is not', () => {
  const data = (html: string) =>
    ({
      files: [new File(['x'], 'a.png', { type: 'image/png' })],
      getData: () => html,
    }) as unknown as DataTransfer
  expect(listPictures(data(''))).toHaveLength(1)
  expect(
    listPictures(data('<html><body><!--StartFragment--><img src="https://x.example/a.png"/></body></html>')),
  ).toHaveLength(1)
  expect(listPictures(data('<p>文字</p>'))).toHaveLength(0)
})

test('links lead to sites, mail, telephones and the portal; nothing else', () => {
  expect(['https://a.example', 'mailto:a@b.cn', 'tel:123', '/osp/download', '#a'].every(isAddress)).toBe(true)
  expect(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'a.example'].some(isAddress)).toBe(
    false,
  )
})
