import { expect, test } from 'vitest';
import { handbook } from '../../support/sample/records.ts';
import { seedTool } from '../../support/files.ts';
import { chooseAction, createRecord, navigate, openConsole, submit } from './console.ts';

const PATH = `/tools/${seedTool}`;

test('the page of a tool that searches documents links to its knowledge groups', async () => {
  const { page, url } = await openConsole('/tools/new');
  for (let number = 1; number <= 9; number += 1)
    await createRecord(url, 'KnowledgeGroup', { name: `Prices ${number}` });
  await navigate(page, `/knowledge/${handbook.id}`);
  await page.getByRole('link', { name: 'Create a tool with this group' }).click();
  expect(await page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('knowledge');
  await page.getByLabel('Name', { exact: true }).fill('find_prices');
  await page.getByLabel('Description').fill('Finds prices.');
  expect(await page.getByRole('checkbox', { name: 'Handbook' }).isChecked()).toBe(true);
  const pages = page.getByRole('navigation', { name: 'Pages of knowledge groups' });
  await pages.getByText('Page 1 of 2').waitFor();
  await pages.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Search knowledge groups').fill('prices 7');
  await page.getByRole('checkbox', { name: 'Prices 7' }).check();
  await page.getByRole('button', { name: 'Create tool' }).click();
  await page.getByRole('heading', { name: 'find_prices' }).waitFor();
  const groups = page.locator('.settings').getByRole('listitem');
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook', 'Prices 7']);
  await groups.getByRole('link', { name: 'Prices 7' }).click();
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete knowledge group' }).click();
  await page.getByText('9 knowledge groups').waitFor();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook']);
  await page.getByRole('checkbox', { name: 'It no longer exists.' }).click();
  expect(await submit(page, 'Save', 'UpdateTool')).toStrictEqual({
    config: { knowledge: { knowledgeGroupIds: [handbook.id] } },
  });
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook']);
});

test('the page of a tool counts the personas that use it', async () => {
  const { page } = await openConsole(PATH);
  const usage = page.locator('.settings dd').nth(1);
  await page.getByText('0 personas').waitFor();
  await page.getByRole('link', { name: 'Personas' }).click();
  await page.getByRole('link', { name: 'New persona' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Wanda');
  await page.getByRole('checkbox', { name: 'show_product_card' }).check();
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  await expect.poll(() => usage.textContent()).toBe('1 persona');
  await page.goBack();
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete persona' }).click();
  await page.getByRole('heading', { name: 'Personas' }).waitFor();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await expect.poll(() => usage.textContent()).toBe('0 personas');
});
