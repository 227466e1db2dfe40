import {
  authentication,
  createDirectus,
  createItem,
  createItems,
  deleteItem,
  deleteItems,
  isDirectusError,
  readItem,
  readItems,
  readMe,
  readSingleton,
  rest,
  staticToken,
  updateItem,
  updateItems,
  updateItemsBatch,
  updateSingleton,
  uploadFiles,
} from "@directus/sdk";
import { expect, test } from "@playwright/test";
import type { Index, IndexTranslations, Products, ProductsTranslations, Tags } from "../web/src/content/model.gen";
import { addAccount, administratorToken, freshData, removeData, startServer } from "./server";

// Integrators use the official client: its calls must work unchanged, with the
// types of the generated model.

interface Schema {
  products: Products[];
  products_translations: ProductsTranslations[];
  tags: Tags[];
  index: Index;
  index_translations: IndexTranslations[];
}

/** Runs a test with an administrator's client and one without a token. */
async function withClients(use: (editor: Client, visitor: Client) => Promise<void>): Promise<void> {
  const data = freshData();
  const token = administratorToken(data);
  const server = await startServer(data);
  const content = `${server.url}/api/content`;
  await use(
    createDirectus<Schema>(content).with(staticToken(token)).with(rest()),
    createDirectus<Schema>(content).with(rest()),
  );
  await server.stop();
  removeData(data);
}

const connect = () => createDirectus<Schema>("").with(rest());
type Client = ReturnType<typeof connect>;

/** Returns the codes of the errors that a call fails with. */
async function codes(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.then(
    () => undefined,
    (e: unknown) => e,
  );
  return isDirectusError(error) ? error.errors.map(({ extensions }) => extensions.code) : [error];
}

test("the official client creates, reads, updates and deletes items", async () => {
  await withClients(async (editor, visitor) => {
    const created = await editor.request(
      createItem(
        "products",
        {
          slug: "sdk-one",
          status: "published",
          price: "12.50",
          translations: [
            { languages_code: "de-DE", name: "Eins" },
            { languages_code: "fr-FR", name: "Un" },
          ],
        },
        { fields: ["id", "slug", "price", { translations: ["id", "name"] }] },
      ),
    );
    expect(created).toMatchObject({
      slug: "sdk-one",
      price: "12.50",
      translations: [{ name: "Eins" }, { name: "Un" }],
    });
    const french = created.translations?.[1]?.id;

    const updated = await editor.request(
      updateItem(
        "products",
        created.id,
        { translations: { create: [], update: [{ id: french, name: "Premier" }], delete: [] } } as object,
        { fields: ["slug", { translations: ["name"] }] },
      ),
    );
    expect(updated).toEqual({ slug: "sdk-one", translations: [{ name: "Eins" }, { name: "Premier" }] });
    expect(await visitor.request(readItem("products", created.id, { fields: ["slug"] }))).toEqual({ slug: "sdk-one" });

    await editor.request(deleteItem("products", created.id));
    expect(await codes(visitor.request(readItem("products", created.id)))).toEqual(["FORBIDDEN"]);
  });
});

test("the official client writes lists of items, and the singleton", async () => {
  await withClients(async (editor, visitor) => {
    const tags = await editor.request(createItems("tags", [{ slug: "sdk-a" }, { slug: "sdk-b" }], { fields: ["id"] }));
    const ids = tags.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(await editor.request(updateItems("tags", ids, { title: "Both" }, { fields: ["title"] }))).toEqual([
      { title: "Both" },
      { title: "Both" },
    ]);
    await editor.request(updateItemsBatch("tags", [{ id: ids[0] ?? 0, title: "First" }]));
    const read = visitor.request(
      readItems("tags", { filter: { slug: { _starts_with: "sdk-" } }, sort: ["slug"], fields: ["slug", "title"] }),
    );
    expect(await read).toEqual([
      { slug: "sdk-a", title: "First" },
      { slug: "sdk-b", title: "Both" },
    ]);
    await editor.request(deleteItems("tags", ids));

    const before = await visitor.request(readSingleton("index", { fields: ["id", { translations: ["id"] }] }));
    const first = before.translations?.[0]?.id;
    const change = { translations: { update: [{ id: first, offer_title: "By the client" }] } } as object;
    await editor.request(updateSingleton("index", change));
    const after = await visitor.request(readSingleton("index", { fields: [{ translations: ["id", "offer_title"] }] }));
    expect(after.translations).toContainEqual({ id: first, offer_title: "By the client" });
  });
});

test("the official client gets validation errors, and clients without a token may not write", async () => {
  await withClients(async (editor, visitor) => {
    expect(await codes(visitor.request(createItem("tags", { slug: "x" })))).toEqual(["FORBIDDEN"]);
    expect(await codes(editor.request(createItem("tags", { slug: "x", id: "y" } as object)))).toEqual([
      "FAILED_VALIDATION",
    ]);
    const [tag] = await editor.request(readItems("tags", { limit: 1, fields: ["slug"] }));
    expect(await codes(editor.request(createItem("tags", { slug: tag?.slug ?? "" })))).toEqual(["RECORD_NOT_UNIQUE"]);
  });
});

test("the official client signs in, refreshes its session, uploads a file and signs out", async () => {
  const data = freshData();
  addAccount(data, "editor@example.com", "a-long-password");
  const server = await startServer(data);
  const client = createDirectus<Schema>(`${server.url}/api/content`)
    .with(authentication("json", { autoRefresh: false }))
    .with(rest());
  expect(await codes(client.login({ email: "editor@example.com", password: "wrong" }))).toEqual([
    "INVALID_CREDENTIALS",
  ]);
  const first = await client.login({ email: "Editor@example.com", password: "a-long-password" });
  expect(await client.request(readMe({ fields: ["email"] }))).toEqual({ email: "editor@example.com" });
  const second = await client.refresh();
  expect(second.refresh_token).not.toBe(first.refresh_token);

  const form = new FormData();
  form.append("title", "A note");
  form.append("file", new Blob(["dn 50, pn 16\n"], { type: "text/plain" }), "note.txt");
  const file = await client.request(uploadFiles(form));
  expect(file).toMatchObject({ title: "A note", filename_download: "note.txt" });
  const tag = await client.request(createItem("tags", { slug: "sdk-editor" }, { fields: ["slug"] }));
  expect(tag).toEqual({ slug: "sdk-editor" });

  await client.logout();
  expect(await client.getToken()).toBeNull();
  await server.stop();
  removeData(data);
});
